import type { ErrorDeCampo, Nodo } from '@div/contract'
import type { ChangeNodo } from '../use-change-nodo.ts'

export interface NodoFormProps {
  nodo: Nodo
  change: ChangeNodo
  /** What is found wrong with it, at its fields. */
  errors: readonly ErrorDeCampo[]
  isReadOnly: boolean
}
