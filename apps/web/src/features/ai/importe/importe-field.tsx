import { TextInput, type TextInputProps } from '@mantine/core'
import { readImporte } from './show-importe.ts'

interface ImporteFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** A decimal text. */
  value: string
  onChange: (importe: string) => void
}

/** An amount of money, typed as one writes it in Spanish. */
export function ImporteField({ value, onChange, ...input }: ImporteFieldProps) {
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      value={value.replace('.', ',')}
      onChange={({ currentTarget }) => onChange(readImporte(currentTarget.value))}
    />
  )
}
