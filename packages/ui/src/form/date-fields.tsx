import { TextInput } from '@mantine/core'
import { type FieldProps, inputProps } from './field-props.ts'
import { toInstant, toLocalTime } from './local-time.ts'

/** A day. */
export function DateField(props: FieldProps) {
  const { value, onChange } = props
  return (
    <TextInput
      {...inputProps(props)}
      type="date"
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}

/** An instant, in the time of this place. */
export function DateTimeField(props: FieldProps) {
  const { value, onChange } = props
  return (
    <TextInput
      {...inputProps(props)}
      type="datetime-local"
      step={1}
      value={typeof value === 'string' ? toLocalTime(value) : ''}
      onChange={({ currentTarget }) => onChange(toInstant(currentTarget.value))}
    />
  )
}
