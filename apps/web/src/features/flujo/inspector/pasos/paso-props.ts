import type { Nodo } from '@div/contract'
import type { Paso } from './paso-draft.ts'

export interface PasoFieldsProps {
  nodo: Nodo
  paso: Paso
  name: string
  campos: readonly string[]
  onChange: (fields: Readonly<Record<string, unknown>>, isStep?: boolean) => void
  isReadOnly: boolean
}
