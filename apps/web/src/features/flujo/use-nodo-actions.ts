import { notify } from '@div/ui'
import { useMemo } from 'react'
import { anotacionesOf } from './document/anotacion-key.ts'
import { type CopiedNodos, copyNodos, describeCopied, planPaste } from './document/copy-nodos.ts'
import { withMembers } from './document/grupo-members.ts'
import { planRemove } from './document/plan-change.ts'
import type { EditorStore } from './store/editor-store.ts'
import { readCopied, writeCopied } from './store/nodos-clipboard.ts'
import { useEditorStore } from './store/use-editor.ts'

/** What can be done with the nodes that are selected, by keys and by buttons. */
export function useNodoActions() {
  const store = useEditorStore()
  return useMemo(() => nodoActions(store), [store])
}

function nodoActions(store: EditorStore) {
  const procesoId = () => store.read().stored.id
  const selected = () => copyNodos(store.flujo, store.read().selection, procesoId())

  function remove() {
    const { selection } = store.read()
    store.change((flujo) => planRemove(flujo, selection))
  }

  function insert(copied: CopiedNodos) {
    const { plan, ids, keys } = planPaste(store.flujo, copied, {
      procesoId: procesoId(),
      taken: store.takenIds,
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
      else insert(copied)
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
