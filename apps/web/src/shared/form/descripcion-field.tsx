import type { ErrorDeCampo } from '@div/contract'
import { Textarea } from '@mantine/core'
import { campoOf } from './campo-of.ts'

interface DescripcionFieldProps {
  form: {
    draft: { descripcion: string }
    errors: readonly ErrorDeCampo[]
    change: (fields: { descripcion: string }) => void
  }
  /** Who reads it, where that is not plain. */
  hint?: string
  isReadOnly?: boolean
}

/** What people say of a thing of theirs, in as many lines as that takes. */
export function DescripcionField({ form, hint, isReadOnly = false }: DescripcionFieldProps) {
  return (
    <Textarea
      label="Descripción"
      description={hint}
      autosize
      minRows={2}
      maxRows={8}
      readOnly={isReadOnly}
      {...campoOf(form.errors, 'descripcion')}
      value={form.draft.descripcion}
      onChange={({ currentTarget }) => form.change({ descripcion: currentTarget.value })}
    />
  )
}
