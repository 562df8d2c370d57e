import type { Nodo, TipoDato } from '@div/contract'
import { SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { pathOf } from '../datos/ruta-text.ts'
import { FormulaField } from '../editors/formula-field.tsx'
import { DatoPicker } from './mapeo/dato-picker.tsx'
import { readMapped } from './mapeo/mapped-origen.ts'
import { useNodoData } from './mapeo/nodo-data.tsx'
import { EMPTY, type Origen, readValor, showValor, WAYS, type Way, wayOf } from './origen.ts'

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
    </Stack>
  )
}

interface ValorFieldProps {
  label: string
  valor: unknown
  onChange: (valor: unknown) => void
  isReadOnly: boolean
}

function ValorField({ label, valor, onChange, isReadOnly }: ValorFieldProps) {
  // As it was typed, for as long as the value is what that says: a quote that is not closed yet stays a quote.
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed !== null && readValor(typed) === valor ? typed : showValor(valor)
  return (
    <TextInput
      aria-label={`Valor de ${label}`}
      readOnly={isReadOnly}
      value={text}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(readValor(currentTarget.value))
      }}
    />
  )
}
