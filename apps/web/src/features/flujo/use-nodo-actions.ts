import type { Flujo } from '@div/contract'
import { notify } from '@div/ui'
import { useMemo } from 'react'
import { anotacionesOf } from './document/anotacion-key.ts'
import { type CopiedNodos, copyNodos, describeCopied, planPaste } from './document/copy-nodos.ts'
import type { Posicion } from './document/flujo-command.ts'
import { leadingTo } from './document/graph-walk.ts'
import { withMembers } from './document/grupo-members.ts'
import { planRemove } from './document/plan-change.ts'
import { focusNodo } from './focus-nodo.ts'
import type { EditorStore } from './store/editor-store.ts'
import { readCopied, writeCopied } from './store/nodos-clipboard.ts'
import { useEditorStore } from './store/use-editor.ts'
import { useMiddle } from './use-middle.ts'

/** What can be done with the nodes that are selected, by keys and by buttons. */
export function useNodoActions() {
  const store = useEditorStore()
  const middle = useMiddle()
  return useMemo(() => nodoActions(store, middle), [store, middle])
}

function nodoActions(store: EditorStore, middle: () => Posicion) {
  const procesoId = () => store.read().stored.id
  const selected = () => copyNodos(store.flujo, store.read().selection, procesoId())

  /** Who goes by the keyboard goes on from what led there. */
  function remove() {
    const { selection } = store.read()
    const next = before(store.flujo, selection.nodos)
    store.change((flujo) => planRemove(flujo, selection))
    if (selection.nodos.size > 0) focusNodo(next)
  }

  function insert(copied: CopiedNodos, at?: Posicion) {
    const { plan, ids, keys } = planPaste(store.flujo, copied, {
      procesoId: procesoId(),
      taken: store.takenIds,
      ...(at && { at }),
    })
    store.change(() => plan, { select: [...ids, ...keys] })
  }

  function copy(): boolean {
    const copied = selected()
    if (copied === null) return false
    try {
      writeCopied(copied)
    } catch {
      // The browser has no room left for it.
      notify.error('No se pudo copiar', 'Son demasiados nodos para el portapapeles del navegador.')
      return false
    }
    notify.success('Copiado', describeCopied(copied))
    return true
  }

  return {
    remove,
    copy,
    /** A frame goes with what it holds. */
    cut() {
      const { conexiones, ...chosen } = store.read().selection
      if (copy()) store.change((flujo) => planRemove(flujo, { ...withMembers(flujo, chosen), conexiones }))
    },
    paste() {
      const copied = readCopied()
      if (copied === null) notify.warning('No hay nodos copiados')
      else insert(copied, middle())
    },
    duplicate() {
      const copied = selected()
      if (copied) insert(copied)
    },
    selectAll() {
      const { flujo } = store
      store.select({
        nodos: new Set(flujo.nodos.map(({ id }) => id)),
        anotaciones: new Set(anotacionesOf(flujo).map(([key]) => key)),
      })
    },
  }
}

/** The nearest node before those that go, or the first of the drawing. */
function before(flujo: Flujo, going: ReadonlySet<string>): string | undefined {
  const [id = ''] = going
  const goes = (each: string) =>
    going.has(each) && flujo.nodos.find((nodo) => nodo.id === each)?.tipo !== 'entrada'
  return leadingTo(flujo, id).find((each) => !goes(each)) ?? flujo.nodos.find((nodo) => !goes(nodo.id))?.id
}
