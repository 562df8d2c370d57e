import type { Nodo } from '@div/contract'
import { SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { EMPTY, type Origen, readValor, showValor, WAYS, type Way, wayOf } from './origen.ts'
import { ReferenciaField } from './referencia-field.tsx'

interface OrigenFieldProps {
  /** What the value is for. */
  label: string
  nodo: Nodo
  value: Origen
  onChange: (value: Origen) => void
  error: string | undefined
  isReadOnly: boolean
}

/** A value: data of a node before, something fixed, or a formula. */
export function OrigenField({ label, nodo, value, onChange, error, isReadOnly }: OrigenFieldProps) {
  const way = wayOf(value)
  return (
    <Stack gap={4}>
      <SegmentedControl
        size="xs"
        aria-label={`Cómo se da ${label}`}
        disabled={isReadOnly}
        data={[...WAYS]}
        value={way}
        onChange={(next: Way) => onChange(EMPTY[next])}
      />
      {way === 'dato' && (
        <ReferenciaField
          label={label}
          isInline
          nodo={nodo}
          value={value.valorAsignado}
          onChange={(valorAsignado) => onChange({ ...EMPTY.dato, valorAsignado })}
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
        <Textarea
          aria-label={`Fórmula de ${label}`}
          placeholder='MAYUSCULAS(n1.nombre) & "!"'
          ff="monospace"
          autosize
          minRows={1}
          maxRows={8}
          readOnly={isReadOnly}
          value={value.expresion ?? ''}
          onChange={({ currentTarget }) => onChange({ ...EMPTY.formula, expresion: currentTarget.value })}
        />
      )}
      {error !== undefined && (
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
