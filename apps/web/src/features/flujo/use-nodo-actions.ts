import type { Flujo } from '@div/contract'
import { notify } from '@div/ui'
import { useMemo } from 'react'
import { useShowRect } from './canvas/use-show-rect.ts'
import { anotacionesOf } from './document/anotacion-key.ts'
import { type CopiedNodos, copyNodos, describeCopied, planPaste } from './document/copy-nodos.ts'
import type { Posicion } from './document/flujo-command.ts'
import { leadingTo } from './document/graph-walk.ts'
import { rectOfAnotacion, withMembers } from './document/grupo-members.ts'
import { rectOf } from './document/nodo-geometry.ts'
import { planRemove } from './document/plan-change.ts'
import { boundsOf, type Rect } from './document/rect.ts'
import { focusNodo } from './focus-nodo.ts'
import type { Selection } from './store/editor-state.ts'
import type { EditorStore } from './store/editor-store.ts'
import { readCopied, writeCopied } from './store/nodos-clipboard.ts'
import { useEditorStore } from './store/use-editor.ts'
import { useMiddle } from './use-middle.ts'

/** What can be done with the nodes that are selected, by keys and by buttons. */
export function useNodoActions() {
  const store = useEditorStore()
  const middle = useMiddle()
  const show = useShowRect()
  return useMemo(() => nodoActions(store, { middle, show }), [store, middle, show])
}

interface Seen {
  middle: () => Posicion
  show: (rect: Rect) => void
}

function nodoActions(store: EditorStore, { middle, show }: Seen) {
  const procesoId = () => store.read().stored.id
  const selected = () => copyNodos(store.flujo, store.read().selection, procesoId())

  /** Who goes by the keyboard goes on from what led there. */
  function take(chosen: Selection) {
    const next = leftBefore(store.flujo, chosen)
    store.change((flujo) => planRemove(flujo, chosen))
    focusNodo(next)
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
    remove: () => take(store.read().selection),
    copy,
    /** A frame goes with what it holds. */
    cut() {
      const { conexiones, ...chosen } = store.read().selection
      if (copy()) take({ ...withMembers(store.flujo, chosen), conexiones })
    },
    paste() {
      const copied = readCopied()
      if (copied === null) notify.warning('No hay nodos copiados')
      else {
        insert(copied, middle())
        showChosen(store, show)
      }
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

/** The nearest node before those that go, or the first of the drawing; of a connection what it leaves. */
function leftBefore({ nodos, conexiones }: Flujo, going: Selection): string | undefined {
  const [id] = going.nodos
  if (id === undefined) return conexiones.find((conexion) => going.conexiones.has(conexion.id))?.origen
  const stays = (each: string) =>
    !going.nodos.has(each) || nodos.some((nodo) => nodo.id === each && nodo.tipo === 'entrada')
  return leadingTo({ conexiones }, id).find(stays) ?? nodos.find((nodo) => stays(nodo.id))?.id
}

/** What was put below others may lie where nobody looks. */
function showChosen(store: EditorStore, show: Seen['show']): void {
  const { selection, history } = store.read()
  const nodos = history.flujo.nodos.filter(({ id }) => selection.nodos.has(id))
  const anotaciones = anotacionesOf(history.flujo).filter(([key]) => selection.anotaciones.has(key))
  const rect = boundsOf([
    ...nodos.map((nodo) => rectOf(nodo)),
    ...anotaciones.map(([, { item }]) => rectOfAnotacion(item)),
  ])
  if (rect) show(rect)
}
