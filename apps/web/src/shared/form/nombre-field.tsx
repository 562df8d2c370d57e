import type { ErrorDeCampo } from '@div/contract'
import { TextInput, type TextInputProps } from '@mantine/core'
import { campoOf } from './campo-of.ts'

interface NombreFieldProps extends Pick<TextInputProps, 'description' | 'placeholder' | 'maw'> {
  form: {
    draft: { nombre: string }
    errors: readonly ErrorDeCampo[]
    change: (fields: { nombre: string }) => void
  }
  /** Whoever makes one begins here. */
  isNew: boolean
  isReadOnly?: boolean
}

/** What people call a thing of theirs. */
export function NombreField({ form, isNew, isReadOnly = false, ...input }: NombreFieldProps) {
  return (
    <TextInput
      label="Nombre"
      {...input}
      withAsterisk
      data-autofocus={isNew || undefined}
      autoFocus={isNew}
      readOnly={isReadOnly}
      {...campoOf(form.errors, 'nombre')}
      value={form.draft.nombre}
      onChange={({ currentTarget }) => form.change({ nombre: currentTarget.value })}
    />
  )
}
