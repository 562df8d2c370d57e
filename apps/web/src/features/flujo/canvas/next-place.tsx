import { useStore, ViewportPortal } from '@xyflow/react'
import { useEffect } from 'react'
import { NODO_HEAD, NODO_WIDTH } from '../../../shared/flujo/nodo-size.ts'
import { afterPaint } from '../after-paint.ts'
import { type AddPlace, markedPlace } from '../palette/add-nodo.ts'
import { useEditor } from '../store/use-editor.ts'
import classes from './next-place.module.css'
import { useShowRect } from './use-show-rect.ts'

const SPOT = 28

/** Where the node will stand that is being chosen. */
export function NextPlace({ place }: { place: AddPlace }) {
  const flujo = useEditor(({ history }) => history.flujo)
  const { at, isBetween } = markedPlace(flujo, place)
  const [width, height] = isBetween ? [SPOT, SPOT] : [NODO_WIDTH, NODO_HEAD]
  const corner = isBetween ? { x: at.x - SPOT / 2, y: at.y - SPOT / 2 } : at
  const show = useShowRect()
  const boxWidth = useStore((state) => state.width)
  const boxHeight = useStore((state) => state.height)
  const { x, y } = corner

  // After the drawing has given way to the panel beside it, which may have hidden the place.
  useEffect(() => {
    if (boxWidth > 0 && boxHeight > 0) afterPaint(() => show({ x, y, ancho: width, alto: height }))
  }, [show, x, y, width, height, boxWidth, boxHeight])

  return (
    <ViewportPortal>
      <div
        className={classes.place}
        style={{ transform: `translate(${corner.x}px, ${corner.y}px)`, width, height }}
        aria-hidden
      >
        +
      </div>
    </ViewportPortal>
  )
}
