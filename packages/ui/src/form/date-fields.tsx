import { DateInput } from './date-input.tsx'
import { type FieldProps, inputProps } from './field-props.ts'

/** A day. */
export function DateField(props: FieldProps) {
  return <DateInput {...inputProps(props)} kind="fecha" value={props.value} onChange={props.onChange} />
}

/** An instant, in the time of this place. */
export function DateTimeField(props: FieldProps) {
  return <DateInput {...inputProps(props)} kind="fechaHora" value={props.value} onChange={props.onChange} />
}
