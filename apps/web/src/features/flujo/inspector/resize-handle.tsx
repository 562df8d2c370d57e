import type { KeyboardEvent, PointerEvent } from 'react'
import classes from './inspector.module.css'

const STEP = 24

interface ResizeHandleProps {
  width: number
  onResize: (width: number) => void
}

/** Between the canvas and the inspector: dragged or moved by the arrows it says how wide the inspector is. */
export function ResizeHandle({ width, onResize }: ResizeHandleProps) {
  function drag({ currentTarget, clientX, pointerId, buttons }: PointerEvent<HTMLDivElement>) {
    if (buttons !== 1) return
    currentTarget.setPointerCapture(pointerId)
    onResize(currentTarget.getBoundingClientRect().right + width - clientX)
  }

  function step({ key }: KeyboardEvent) {
    if (key === 'ArrowLeft') onResize(width + STEP)
    if (key === 'ArrowRight') onResize(width - STEP)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: hr cannot be moved
    <div
      role="separator"
      aria-label="Ancho del inspector"
      aria-orientation="vertical"
      aria-valuenow={width}
      tabIndex={0}
      className={classes.separator}
      onPointerDown={drag}
      onPointerMove={drag}
      onKeyDown={step}
    />
  )
}
