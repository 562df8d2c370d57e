import type { Nodo, Parametro, Referencia, TipoDato } from '@div/contract'
import { Box, Group, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { pathOf } from '../datos/ruta-text.ts'
import { FormulaField } from '../editors/formula-field.tsx'
import type { Forma } from './estructura.ts'
import { DatoPicker } from './mapeo/dato-picker.tsx'
import { readMapped } from './mapeo/mapped-origen.ts'
import { useNodoData } from './mapeo/nodo-data.tsx'
import { Result } from './mapeo/result.tsx'
import { DefectoField, OptionalToggle } from './optional-field.tsx'
import { EMPTY, type Origen, WAYS, type Way, wayOf } from './origen.ts'
import { PartesField } from './partes-field.tsx'
import { useEstructura } from './use-estructura.ts'
import { ValorField } from './valor-field.tsx'

interface OrigenFieldProps {
  /** What the value is for. */
  label: string
  nodo: Nodo
  value: Origen
  /** The type that is wanted. */
  wanted?: TipoDato | undefined
  /** What the wanted value is made of, where that is known: it may be given part by part. */
  forma?: Parametro | undefined
  onChange: (value: Origen) => void
  error: string | undefined
  isReadOnly: boolean
}

/** What has parts may also be given by them. */
const PARTES = 'partes'

function waysOf(forma: Forma | undefined): { value: Way | typeof PARTES; label: string }[] {
  if (forma === undefined) return [...WAYS]
  return [...WAYS, { value: PARTES, label: forma.tipo === 'lista' ? 'Elementos' : 'Campos' }]
}

function shownWay(value: Origen, { hasPartes, isNamed }: { hasPartes: boolean; isNamed: boolean }) {
  if (hasPartes) return PARTES
  return isNamed ? 'dato' : wayOf(value)
}

/** A value: data of a node before, something fixed, a formula, or part by part. */
export function OrigenField(props: OrigenFieldProps) {
  const { label, nodo, value, wanted, forma, onChange, error, isReadOnly } = props
  const { sources } = useNodoData()
  const [asFormula, setAsFormula] = useState(false)
  // A formula that only names a field is shown by its name, until somebody asks for the formula.
  const isNamed = value.expresion !== undefined && readMapped(value, sources) !== null
  const partes = useEstructura(value.expresion, forma)
  const estructura = asFormula ? null : partes?.estructura
  const way = shownWay(value, { hasPartes: Boolean(estructura), isNamed: isNamed && !asFormula })

  const referencia = way === 'dato' ? value.valorAsignado : undefined
  const putReferencia = (next: Referencia) => onChange({ ...EMPTY.dato, valorAsignado: next })

  function choosePartes(next: Way | typeof PARTES) {
    if (next !== PARTES) return choose(next)
    setAsFormula(false)
    if (!partes || partes.estructura) return
    const isList = readMapped(value, sources)?.field?.tipo === 'lista'
    onChange({ ...EMPTY.formula, expresion: partes.begin(isList ? value : {}) })
  }

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
      <SegmentedControl<Way | typeof PARTES>
        size="xs"
        aria-label={`Cómo se da ${label}`}
        disabled={isReadOnly}
        data={waysOf(partes?.forma)}
        value={way}
        onChange={choosePartes}
      />
      {partes && estructura && (
        <PartesField
          label={label}
          forma={partes.forma}
          estructura={estructura}
          onChange={(next) => onChange({ ...EMPTY.formula, expresion: partes.write(next) })}
          beginPart={partes.beginPart}
          isReadOnly={isReadOnly}
          renderOrigen={(parte) => (
            <OrigenField {...parte} nodo={nodo} error={undefined} isReadOnly={isReadOnly} />
          )}
        />
      )}
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
