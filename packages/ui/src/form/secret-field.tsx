import { Button, PasswordInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { type FieldProps, inputProps } from './field-props.ts'
import { hasLines, isKeptSecret } from './form-schema.ts'

/** A secret is written and never read back: what is stored stays until another is written. */
export function SecretField(props: FieldProps) {
  const { value, onChange, schema } = props
  const [kept, setKept] = useState(value)
  // What is stored now is what there is to go back to.
  if (isKeptSecret(value) && !isKeptSecret(kept)) setKept(value)
  if (isKeptSecret(value)) {
    return (
      <PasswordInput
        {...inputProps(props)}
        value=""
        placeholder="Guardado"
        disabled
        rightSectionWidth={90}
        rightSection={
          !props.isReadOnly && (
            <Button size="compact-xs" variant="subtle" onClick={() => onChange('')}>
              Cambiar
            </Button>
          )
        }
      />
    )
  }
  const input = {
    ...inputProps(props),
    value: typeof value === 'string' ? value : '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  }
  return (
    <div>
      {hasLines(schema) ? (
        <Textarea {...input} autosize minRows={2} maxRows={8} />
      ) : (
        <PasswordInput {...input} autoComplete="new-password" />
      )}
      {isKeptSecret(kept) && (
        <Button size="compact-xs" variant="subtle" mt={4} onClick={() => onChange(kept)}>
          Dejar el guardado
        </Button>
      )}
    </div>
  )
}
