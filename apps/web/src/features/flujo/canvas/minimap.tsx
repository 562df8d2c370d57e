import type { Flujo } from '@div/contract'
import { Panel, useReactFlow, useStore } from '@xyflow/react'
import { type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { rectOfAnotacion } from '../document/grupo-members.ts'
import { rectOf } from '../document/nodo-geometry.ts'
import { boundsOf, type Rect } from '../document/rect.ts'
import { useEditor } from '../store/use-editor.ts'
import { MAP_SIZE } from './fit.ts'
import classes from './minimap.module.css'
import { mapWindow, pathOf } from './minimap-geometry.ts'

const EXACT = { arriba: 0, alrededor: 0 }
/** How far a turn of the wheel goes. */
const WHEEL_STEP = 0.002

/**
 * The whole drawing and what part of it is seen; dragged, it goes elsewhere. Two paths of what the document says: what is dragged is on
 * it once it is let go.
 */
export function Minimap() {
  const { zoomTo, getZoom, getViewport, setViewport } = useReactFlow()
  const map = useRef<SVGSVGElement>(null)
  const flujo = useEditor(({ history }) => history.flujo)
  const { nodos, grupos, bounds } = useMemo(() => shapesOf(flujo), [flujo])
  const [left, top, zoom] = useStore(({ transform }) => transform)
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const seen = { x: -left / zoom, y: -top / zoom, ancho: width / zoom, alto: height / zoom }
  const { rect, scale } = mapWindow(bounds, seen, MAP_SIZE)

  useEffect(() => {
    // React would listen too late to keep the browser from zooming its page.
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      void zoomTo(getZoom() * 2 ** (-event.deltaY * WHEEL_STEP))
    }
    const { current } = map
    current?.addEventListener('wheel', turn, { passive: false })
    return () => current?.removeEventListener('wheel', turn)
  }, [zoomTo, getZoom])

  function move({ currentTarget, pointerId, movementX, movementY }: PointerEvent) {
    if (!currentTarget.hasPointerCapture(pointerId)) return
    const { x, y, zoom: now } = getViewport()
    void setViewport({ x: x - movementX * scale * now, y: y - movementY * scale * now, zoom: now })
  }

  return (
    <Panel position="bottom-right" className={classes.map ?? ''}>
      <svg
        ref={map}
        {...MAP_SIZE}
        viewBox={`${rect.x} ${rect.y} ${rect.ancho} ${rect.alto}`}
        role="img"
        aria-label="Mapa del flujo"
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={move}
      >
        <path className={classes.nodos} d={nodos} />
        <path className={classes.grupos} d={grupos} />
        <path className={classes.mask} fillRule="evenodd" d={pathOf([rect, seen])} />
      </svg>
    </Panel>
  )
}

function shapesOf({ nodos, grupos = [], notas = [] }: Flujo) {
  const filled: Rect[] = [...nodos.map((nodo) => rectOf(nodo)), ...notas.map(rectOfAnotacion)]
  const framed = grupos.map(rectOfAnotacion)
  return {
    nodos: pathOf(filled),
    grupos: pathOf(framed),
    bounds: boundsOf([...filled, ...framed], EXACT),
  }
}
