import type { Hallazgo } from '@div/contract'
import { useReactFlow } from '@xyflow/react'
import { useCallback } from 'react'
import { anotacionesOf, isKey } from './document/anotacion-key.ts'
import { rectOfAnotacion } from './document/grupo-members.ts'
import { rectOf } from './document/nodo-geometry.ts'
import { centreOf } from './document/rect.ts'
import { type EditorState, NOTHING_SELECTED } from './store/editor-state.ts'
import { useEditorStore } from './store/use-editor.ts'

/**
 * Selects a node by its id, or a frame or a note by its key, and brings it to the middle, near enough to be read. `beside`: what of it
 * is to be seen beside the canvas.
 */
export function useShowNodo(): (id: string, beside?: Pick<EditorState, 'inspected' | 'mistake'>) => void {
  const store = useEditorStore()
  const { setCenter, getZoom } = useReactFlow()
  return useCallback(
    (id, beside) => {
      const nodo = store.flujo.nodos.find((each) => each.id === id)
      const [, anotacion] = anotacionesOf(store.flujo).find(([key]) => key === id) ?? []
      const rect = nodo ? rectOf(nodo) : anotacion && rectOfAnotacion(anotacion.item)
      if (rect === undefined) return
      const chosen = isKey(id) ? { anotaciones: new Set([id]) } : { nodos: new Set([id]) }
      store.set({ ...beside, selection: { ...NOTHING_SELECTED, ...chosen } })
      const { x, y } = centreOf(rect)
      void setCenter(x, y, { zoom: Math.max(getZoom(), 0.8) })
    },
    [store, setCenter, getZoom],
  )
}

/** Shows the node that something is wrong with, at the field where that is mended. */
export function useShowHallazgo(): (hallazgo: Hallazgo) => void {
  const showNodo = useShowNodo()
  return useCallback(
    ({ nodo, campo, mensaje }) => {
      if (nodo === null) return
      const tab = campo.startsWith('politica') ? 'politica' : 'configuracion'
      showNodo(nodo, { inspected: { tab }, mistake: { nodo, campo, mensaje } })
    },
    [showNodo],
  )
}
