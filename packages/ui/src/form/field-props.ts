import type { ReactNode } from 'react'
import { type FormSchema, isRecord } from './form-schema.ts'

export interface FieldError {
  /** Where: `config.host`, `columnas[2].nombre`. */
  campo: string
  mensaje: string
}

export interface FieldProps {
  /** In its object; what it is called when its schema has no title. */
  name: string
  schema: FormSchema
  isRequired: boolean
  value: unknown
  /** Undefined when it was emptied. */
  onChange: (value: unknown) => void
  errors: readonly FieldError[]
  /** Where it stands in what is sent. */
  path: string
  isReadOnly: boolean
}

/** A field that holds others draws them by what it is given: the form itself. */
export interface HoldingFieldProps extends FieldProps {
  renderFields: (
    held: Pick<FieldProps, 'schema' | 'value' | 'path'> & {
      onChange: (value: Record<string, unknown>) => void
    },
  ) => ReactNode
}

/** What every input shows alike. */
export function inputProps({ name, schema, isRequired, errors, path, isReadOnly }: FieldProps) {
  return {
    label: schema.title ?? name,
    description: schema.description,
    withAsterisk: isRequired,
    error: errorAt(errors, path),
    readOnly: isReadOnly,
    'data-campo': path,
  }
}

/** What is said of a field itself. */
export function errorAt(errors: readonly FieldError[], path: string): string | undefined {
  return errors.find(({ campo }) => campo === path)?.mensaje
}

export function isWithin(campo: string, path: string): boolean {
  return campo === path || campo.startsWith(`${path}.`) || campo.startsWith(`${path}[`)
}

export function joinPath(root: string, name: string): string {
  return root === '' ? name : `${root}.${name}`
}

/** A field that was emptied is not sent. */
export function withField(value: unknown, name: string, next: unknown): Record<string, unknown> {
  const { [name]: _, ...rest } = isRecord(value) ? value : {}
  return next === undefined ? rest : { ...rest, [name]: next }
}
