import { useReactFlow, useStore } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import { rectOf } from '../document/nodo-geometry.ts'
import { boundsOf } from '../document/rect.ts'
import { useEditorStore } from '../store/use-editor.ts'
import { FIT, fitZoom, READABLE_ZOOM } from './fit.ts'
import { isInView, keepInView } from './keep-in-view.ts'

const EXACT = { arriba: 0, alrededor: 0 }

/** A panel that opens or closes beside the canvas must not hide what is selected; where nothing is, what was seen whole stays whole. */
export function useKeepInView(): void {
  const store = useEditorStore()
  const { fitView, getViewport, setViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const before = useRef({ width, height })

  useEffect(() => {
    const old = before.current
    before.current = { width, height }
    if (old.width === 0 || width === 0) return
    const [id] = store.read().selection.nodos
    const { nodos } = store.flujo
    const nodo = nodos.find((each) => each.id === id)
    const viewport = getViewport()
    const shifted = { ...viewport, y: viewport.y + (height - old.height) / 2 }
    const all = boundsOf(
      nodos.map((each) => rectOf(each)),
      EXACT,
    )
    const isLost = all && isInView(viewport, all, old) && !isInView(shifted, all, { width, height })
    // Beside the form of a node the whole is shown as long as it can still be read.
    if (isLost && (!nodo || fitZoom(all, { width, height }) >= READABLE_ZOOM)) void fitView(FIT)
    else void setViewport(nodo ? keepInView(shifted, nodo.posicion, { width, height }) : shifted)
  }, [store, fitView, getViewport, setViewport, width, height])
}
