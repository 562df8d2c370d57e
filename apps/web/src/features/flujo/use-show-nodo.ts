import { useReactFlow } from '@xyflow/react'
import { useCallback } from 'react'
import { NODO_WIDTH } from './document/nodo-geometry.ts'
import { useEditorStore } from './store/use-editor.ts'

/** Selects a node and brings it to the middle, near enough to be read. */
export function useShowNodo(): (id: string) => void {
  const store = useEditorStore()
  const { setCenter, getZoom } = useReactFlow()
  return useCallback(
    (id) => {
      const nodo = store.flujo.nodos.find((each) => each.id === id)
      if (nodo === undefined) return
      store.select({ nodos: new Set([id]) })
      const { x, y } = nodo.posicion
      void setCenter(x + NODO_WIDTH / 2, y, { zoom: Math.max(getZoom(), 0.8) })
    },
    [store, setCenter, getZoom],
  )
}
