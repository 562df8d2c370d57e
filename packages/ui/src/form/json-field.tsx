import { JsonInput } from '@mantine/core'
import { useState } from 'react'
import { type FieldProps, inputProps } from './field-props.ts'

/** A value of any shape. Text that is no JSON yet stays in the form and is not taken. */
export function JsonField(props: FieldProps) {
  const { value, onChange } = props
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2))

  function change(next: string) {
    setText(next)
    if (next.trim() === '') return onChange(undefined)
    try {
      onChange(JSON.parse(next))
    } catch {
      // In the middle of typing; the field says so when it is left.
    }
  }

  return (
    <JsonInput
      {...inputProps(props)}
      autosize
      minRows={3}
      maxRows={16}
      formatOnBlur
      validationError="No es JSON válido."
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
      style={{ gridColumn: '1 / -1' }}
      value={text}
      onChange={change}
    />
  )
}
