import { Panel, useReactFlow, useStore } from '@xyflow/react'
import { memo, type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { boundsOf, type Rect } from '../document/rect.ts'
import type { DrawnAnotacion } from './anotacion-projection.ts'
import { MAP_SIZE } from './fit.ts'
import classes from './minimap.module.css'
import { mapWindow, pathOf } from './minimap-geometry.ts'
import type { DrawnNodo } from './nodo-projection.ts'

/** How far a turn of the wheel goes. */
const WHEEL_STEP = 0.002

interface MinimapProps {
  /** Where they stand while nothing is dragged. */
  nodos: readonly DrawnNodo[]
  anotaciones: readonly DrawnAnotacion[]
}

/** The whole drawing and what part of it is seen; dragged, it goes elsewhere. A node that is dragged is on it once it is let go. */
export const Minimap = memo(function Minimap({ nodos, anotaciones }: MinimapProps) {
  const { zoomTo, getZoom, getViewport, setViewport } = useReactFlow()
  const map = useRef<SVGSVGElement>(null)
  const { filled, framed, bounds } = useMemo(() => shapesOf(nodos, anotaciones), [nodos, anotaciones])
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
        <path className={classes.nodos} d={filled} />
        <path className={classes.grupos} d={framed} />
        <path className={classes.mask} fillRule="evenodd" d={pathOf([rect, seen])} />
      </svg>
    </Panel>
  )
})

function shapesOf(nodos: readonly DrawnNodo[], anotaciones: readonly DrawnAnotacion[]) {
  const filled = [...nodos, ...anotaciones.filter(({ type }) => type === 'nota')].map(rectOfDrawn)
  const framed = anotaciones.filter(({ type }) => type === 'grupo').map(rectOfDrawn)
  return { filled: pathOf(filled), framed: pathOf(framed), bounds: boundsOf([...filled, ...framed]) }
}

function rectOfDrawn({ position, width = 0, height = 0 }: DrawnNodo | DrawnAnotacion): Rect {
  return { ...position, ancho: width, alto: height }
}
