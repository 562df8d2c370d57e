import type { Nodo } from '@div/contract'
import { useCallback } from 'react'
import { planChangeNodo } from '../document/plan-change.ts'
import { useEditorStore } from '../store/use-editor.ts'
import { changedPath, isSameValue } from './changed-path.ts'

/** Fields of a node to put in place of what it has; undefined takes one away. `isStep`: what was typed before is another step. */
export type ChangeNodo = (fields: Partial<Nodo>, options?: { isStep: boolean }) => void

/** Changes a node; what is typed in one field is one step of undo. */
export function useChangeNodo(id: string): ChangeNodo {
  const store = useEditorStore()
  return useCallback(
    (fields, { isStep = false } = { isStep: false }) => {
      const nodo = store.flujo.nodos.find((each) => each.id === id)
      // An editor that is left may say once more what it said: there would be nothing to see of undoing that.
      if (Object.entries(fields).every(([name, value]) => isSameValue(nodo?.[name], value))) return
      const place = isStep ? null : placeOf(nodo, fields)
      store.change(
        (flujo) => planChangeNodo(flujo, id, fields),
        place === null ? {} : { subject: `${id}.${place}` },
      )
    },
    [store, id],
  )
}

/** The field that is typed in; null: it is changed otherwise. Of several that follow from one, such as a query and its parameters, all. */
function placeOf(nodo: Nodo | undefined, fields: Partial<Nodo>): string | null {
  const [name = '', ...others] = Object.keys(fields)
  if (others.length > 0) return [name, ...others].join('+')
  const path = changedPath(nodo?.[name], fields[name])
  return path === null ? null : `${name}${path}`
}
