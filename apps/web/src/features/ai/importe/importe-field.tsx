import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { readImporte } from './show-importe.ts'

interface ImporteFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  /** A decimal text. */
  value: string
  onChange: (importe: string) => void
}

/** An amount of money, typed as one writes it in Spanish; left, it shows how it was read. */
export function ImporteField({ value, onChange, ...input }: ImporteFieldProps) {
  // While it is typed it says something else at each key: `1.0` is one, `1.000` a thousand.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      value={typed !== null && readImporte(typed) === value ? typed : value.replace('.', ',')}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(readImporte(currentTarget.value))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
