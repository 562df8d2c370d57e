import type { Nodo } from '@div/contract'
import { useCallback } from 'react'
import { planChangeNodo } from '../document/plan-change.ts'
import { useEditorStore } from '../store/use-editor.ts'

/** Fields of a node to put in place of what it has; undefined takes one away. */
export type ChangeNodo = (fields: Partial<Nodo>) => void

/** Changes a node; what is typed in one field is one step of undo. */
export function useChangeNodo(id: string): ChangeNodo {
  const store = useEditorStore()
  return useCallback(
    (fields) =>
      store.change((flujo) => planChangeNodo(flujo, id, fields), {
        subject: `${id}.${Object.keys(fields).join('+')}`,
      }),
    [store, id],
  )
}
