import { readSpanishText, showDecimal } from '@div/contract/spanish-text'
import { Autocomplete, NumberInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { type FieldProps, inputProps } from './field-props.ts'
import { labelOf } from './form-schema.ts'
import { useTyped } from './use-typed.ts'

const MAX_OFFERED = 100

export function TextField(props: FieldProps) {
  const { value, onChange, schema } = props
  const shared = {
    ...inputProps(props),
    ...(schema.examples?.[0] !== undefined && { placeholder: String(schema.examples[0]) }),
    value: typeof value === 'string' ? value : '',
  }
  const take = (text: string) => onChange(textOrNothing(props, text))
  if (schema.sugerencias)
    return <Autocomplete {...shared} data={[...schema.sugerencias]} limit={MAX_OFFERED} onChange={take} />
  return <TextInput {...shared} onChange={({ currentTarget }) => take(currentTarget.value)} />
}

export function LongTextField(props: FieldProps) {
  const { value, onChange } = props
  return (
    <Textarea
      {...inputProps(props)}
      autosize
      minRows={2}
      maxRows={12}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(textOrNothing(props, currentTarget.value))}
    />
  )
}

/** An optional text that was emptied is not there; one with a default, or that must be there, is empty. */
function textOrNothing({ schema, isRequired }: FieldProps, text: string): string | undefined {
  return text === '' && !isRequired && schema.default === undefined ? undefined : text
}

export function NumberField(props: FieldProps) {
  return props.schema.type === 'number' ? <DecimalField {...props} /> : <IntegerField {...props} />
}

const DECIMAL_TEXT = {
  show: showDecimal,
  // What is no number stays the text: whoever checks it says what is wrong.
  read: (text: string) => (text.trim() === '' ? undefined : readSpanishText(text, 'decimal')),
}

function DecimalField(props: FieldProps) {
  const [text, change] = useTyped(props, DECIMAL_TEXT)
  return (
    <TextInput
      {...inputProps(props)}
      inputMode="decimal"
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

function IntegerField(props: FieldProps) {
  const { value, onChange, schema } = props
  return (
    <NumberInput
      {...inputProps(props)}
      {...(schema.minimum !== undefined && { min: schema.minimum })}
      {...(schema.maximum !== undefined && { max: schema.maximum })}
      allowDecimal={false}
      {...(schema.default !== undefined && { placeholder: String(schema.default) })}
      // What lies outside is told by the schema, at the field, and not quietly changed.
      clampBehavior="none"
      thousandSeparator=""
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  )
}

export function BooleanField(props: FieldProps) {
  const { value, onChange, schema } = props
  const { withAsterisk: _, readOnly, ...input } = inputProps(props)
  return (
    <Switch
      {...input}
      mt="lg"
      disabled={readOnly}
      checked={(value ?? schema.default) === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}

export function OptionField(props: FieldProps) {
  const { value, onChange, schema, isRequired } = props
  // Nobody can leave it without one: what the product takes is what it is.
  const shown = value ?? schema.default
  return (
    <Select
      {...inputProps(props)}
      data={(schema.enum ?? []).map((option) => ({ value: String(option), label: labelOf(schema, option) }))}
      clearable={!isRequired && schema.default === undefined}
      allowDeselect={false}
      value={shown === undefined ? null : String(shown)}
      onChange={(next) => onChange(schema.enum?.find((option) => String(option) === next))}
    />
  )
}

export function TextsField(props: FieldProps) {
  const { value, onChange, schema } = props
  return (
    <TagsInput
      {...inputProps(props)}
      {...(schema.sugerencias && { data: [...schema.sugerencias], limit: MAX_OFFERED })}
      placeholder="Escriba y pulse Intro"
      acceptValueOnBlur
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
    />
  )
}
