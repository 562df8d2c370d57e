import { type PointerEvent, useRef, useState } from 'react'
import type { DropZone } from './move-categoria.ts'

export interface TreeDrag {
  id: string
  /** Null: nowhere that takes it. */
  over: { id: string; zone: DropZone } | null
}

/** Of a row's height: what lies between is its inside. */
const EDGE = 0.28

/** Rows taken by their grip (`data-grip`), with mouse, pen or finger; `canDrop` says where one may be let go. */
export function useTreeDrag(
  canDrop: (id: string, over: { id: string; zone: DropZone }) => boolean,
  onDrop: (id: string, over: { id: string; zone: DropZone }) => void,
) {
  const [drag, setDrag] = useState<TreeDrag | null>(null)
  // Whoever lets go of a row also clicks on it.
  const wasGrip = useRef(false)
  const rowProps = (id: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      wasGrip.current = event.target instanceof Element && event.target.closest('[data-grip]') !== null
      if (event.button !== 0 || !wasGrip.current) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ id, over: null })
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag === null) return
      const over = rowAt(event.clientX, event.clientY)
      setDrag({ id, over: over !== null && canDrop(id, over) ? over : null })
    },
    onPointerUp() {
      if (drag?.over) onDrop(id, drag.over)
      setDrag(null)
    },
    onPointerCancel: () => setDrag(null),
  })
  return { drag, rowProps, wasGrip: () => wasGrip.current, cancel: () => setDrag(null) }
}

function rowAt(x: number, y: number): { id: string; zone: DropZone } | null {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-categoria]')
  const id = row?.dataset.categoria
  if (!row || id === undefined) return null
  const { top, height } = row.getBoundingClientRect()
  const part = (y - top) / height
  return { id, zone: part < EDGE ? 'before' : part > 1 - EDGE ? 'after' : 'inside' }
}
