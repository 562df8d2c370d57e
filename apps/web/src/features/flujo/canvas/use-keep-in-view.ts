import { useReactFlow, useStore, type Viewport } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import { rectOf } from '../document/nodo-geometry.ts'
import { boundsOf } from '../document/rect.ts'
import { useEditorStore } from '../store/use-editor.ts'
import { FIT, isWorthFitting } from './fit.ts'
import { keepInView } from './keep-in-view.ts'

/** A panel that opens or closes beside the canvas must not hide what is selected; where nothing is, what was seen whole stays whole. */
export function useKeepInView(): void {
  const store = useEditorStore()
  const { fitView, getViewport, setViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const before = useRef({ width, height })
  const fitted = useRef<{ before: Viewport; now: Viewport } | null>(null)

  useEffect(() => {
    const old = before.current
    before.current = { width, height }
    if (old.width === 0 || width === 0) return
    const [id] = store.read().selection.nodos
    const { nodos } = store.flujo
    const nodo = nodos.find((each) => each.id === id)
    const viewport = getViewport()
    const shifted = { ...viewport, y: viewport.y + (height - old.height) / 2 }
    const all = boundsOf(nodos.map((each) => rectOf(each)))
    const size = { width, height }
    const last = fitted.current
    fitted.current = null
    const isOurs = last !== null && isSame(viewport, last.now)
    if (isOurs && nodo === undefined) {
      // What was made smaller for a panel is as it was, now that it is gone.
      void setViewport(last.before)
    } else if (all && isWorthFitting({ all, viewport, shifted, old, size, hasChosen: nodo !== undefined })) {
      void fitView(FIT).then(() => {
        if (nodo) fitted.current = { before: isOurs ? last.before : viewport, now: getViewport() }
      })
    } else void setViewport(nodo ? keepInView(shifted, nodo.posicion, size) : shifted)
  }, [store, fitView, getViewport, setViewport, width, height])
}

const isSame = (left: Viewport, right: Viewport) =>
  left.x === right.x && left.y === right.y && left.zoom === right.zoom
