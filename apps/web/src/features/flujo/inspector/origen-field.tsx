import type { Nodo, Referencia, TipoDato } from '@div/contract'
import { Box, Group, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { pathOf } from '../datos/ruta-text.ts'
import { FormulaField } from '../editors/formula-field.tsx'
import { DatoPicker } from './mapeo/dato-picker.tsx'
import { readMapped } from './mapeo/mapped-origen.ts'
import { useNodoData } from './mapeo/nodo-data.tsx'
import { Result } from './mapeo/result.tsx'
import { DefectoField, OptionalToggle } from './optional-field.tsx'
import { EMPTY, type Origen, WAYS, type Way, wayOf } from './origen.ts'
import { ValorField } from './valor-field.tsx'

interface OrigenFieldProps {
  /** What the value is for. */
  label: string
  nodo: Nodo
  value: Origen
  /** The type that is wanted. */
  wanted?: TipoDato | undefined
  onChange: (value: Origen) => void
  error: string | undefined
  isReadOnly: boolean
}

/** A value: data of a node before, something fixed, or a formula. */
export function OrigenField(props: OrigenFieldProps) {
  const { label, nodo, value, wanted, onChange, error, isReadOnly } = props
  const { sources } = useNodoData()
  const [asFormula, setAsFormula] = useState(false)
  // A formula that only names a field is shown by its name, until somebody asks for the formula.
  const isNamed = value.expresion !== undefined && !asFormula && readMapped(value, sources) !== null
  const way = isNamed ? 'dato' : wayOf(value)

  const referencia = way === 'dato' ? value.valorAsignado : undefined
  const putReferencia = (next: Referencia) => onChange({ ...EMPTY.dato, valorAsignado: next })

  function choose(next: Way) {
    const mapped = readMapped(value, sources)
    setAsFormula(next === 'formula')
    if (next === 'formula' && value.expresion !== undefined) return
    // What is chosen goes on as the beginning of the formula.
    if (next === 'formula' && mapped) onChange({ ...EMPTY.formula, expresion: pathOf(mapped) })
    else onChange(EMPTY[next])
  }

  return (
    <Stack gap={4}>
      <SegmentedControl
        size="xs"
        aria-label={`Cómo se da ${label}`}
        disabled={isReadOnly}
        data={[...WAYS]}
        value={way}
        onChange={choose}
      />
      {way === 'dato' && (
        <Group gap={4} wrap="nowrap">
          <Box flex={referencia ? undefined : 1} miw={0}>
            <DatoPicker
              label={label}
              value={value}
              wanted={wanted}
              onChange={(next) => {
                setAsFormula(false)
                onChange(next)
              }}
              isReadOnly={isReadOnly}
            />
          </Box>
          {referencia && !isReadOnly && (
            <OptionalToggle label={label} referencia={referencia} onChange={putReferencia} />
          )}
        </Group>
      )}
      {referencia?.opcional && (
        <DefectoField
          label={label}
          referencia={referencia}
          onChange={putReferencia}
          isReadOnly={isReadOnly}
        />
      )}
      {way === 'valor' && (
        <ValorField
          label={label}
          valor={value.valor}
          onChange={(valor) => onChange({ ...EMPTY.valor, valor })}
          isReadOnly={isReadOnly}
        />
      )}
      {way === 'formula' && (
        <FormulaField
          label={`Fórmula de ${label}`}
          placeholder='MAYUSCULAS("hola")'
          nodo={nodo}
          value={value.expresion ?? ''}
          onChange={(expresion) => {
            setAsFormula(true)
            onChange({ ...EMPTY.formula, expresion })
          }}
          error={error}
          isReadOnly={isReadOnly}
        />
      )}
      {error !== undefined && way !== 'formula' && (
        <span role="alert" style={{ fontSize: 12, color: 'var(--mantine-color-error)' }}>
          {error}
        </span>
      )}
      {/* The editor of formulas says what its formula comes to. */}
      {way !== 'formula' && <Result value={value} />}
    </Stack>
  )
}
