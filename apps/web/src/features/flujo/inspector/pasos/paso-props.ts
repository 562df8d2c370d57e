import type { Nodo } from '@div/contract'
import type { FieldError } from '@div/ui'
import type { Paso } from './paso-draft.ts'

export interface PasoFieldsProps {
  nodo: Nodo
  paso: Paso
  name: string
  campos: readonly string[]
  /** Of the node, by their fields. */
  errors: readonly FieldError[]
  /** Where the step stands in its node: `pasos[0]`. */
  place: string
  onChange: (fields: Readonly<Record<string, unknown>>, isStep?: boolean) => void
  isReadOnly: boolean
}
