import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { readValor, showValor } from './origen.ts'

interface ValorFieldProps {
  label: string
  valor: unknown
  onChange: (valor: unknown) => void
  isReadOnly: boolean
  placeholder?: string
}

/** A fixed value, typed as a text or as JSON. */
export function ValorField({ label, valor, onChange, isReadOnly, placeholder }: ValorFieldProps) {
  // As it was typed, for as long as the value is what that says: a quote that is not closed yet stays a quote.
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed !== null && readValor(typed) === valor ? typed : showValor(valor)
  return (
    <TextInput
      flex={1}
      size={placeholder === undefined ? 'sm' : 'xs'}
      aria-label={`Valor de ${label}`}
      placeholder={placeholder}
      readOnly={isReadOnly}
      value={text}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(readValor(currentTarget.value))
      }}
    />
  )
}
