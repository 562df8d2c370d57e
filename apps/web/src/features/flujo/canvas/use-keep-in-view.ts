import { useReactFlow, useStore } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import { useEditorStore } from '../store/use-editor.ts'
import { keepInView } from './keep-in-view.ts'

/** A panel that opens or closes beside the canvas must not hide what is selected. */
export function useKeepInView(): void {
  const store = useEditorStore()
  const { getViewport, setViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const before = useRef({ width, height })

  useEffect(() => {
    const { width: oldWidth, height: oldHeight } = before.current
    before.current = { width, height }
    if (oldWidth === 0 || width === 0) return
    const [id] = store.read().selection.nodos
    const nodo = store.flujo.nodos.find((each) => each.id === id)
    const viewport = getViewport()
    const shifted = { ...viewport, y: viewport.y + (height - oldHeight) / 2 }
    void setViewport(nodo ? keepInView(shifted, nodo.posicion, { width, height }) : shifted)
  }, [store, getViewport, setViewport, width, height])
}
