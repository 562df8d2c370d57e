import type { Nodo } from '@div/contract'
import { useCallback } from 'react'
import { planChangeNodo } from '../document/plan-change.ts'
import { useEditorStore } from '../store/use-editor.ts'

/** Fields of a node to put in place of what it has; undefined takes one away. `isStep`: what was typed before is another step. */
export type ChangeNodo = (fields: Partial<Nodo>, options?: { isStep: boolean }) => void

/** Changes a node; what is typed in one field is one step of undo. */
export function useChangeNodo(id: string): ChangeNodo {
  const store = useEditorStore()
  return useCallback(
    (fields, { isStep = false } = { isStep: false }) =>
      store.change(
        (flujo) => planChangeNodo(flujo, id, fields),
        isStep ? {} : { subject: `${id}.${Object.keys(fields).join('+')}` },
      ),
    [store, id],
  )
}
