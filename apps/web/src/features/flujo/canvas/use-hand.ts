import { type PointerEvent, useCallback, useEffect, useRef } from 'react'
import { useEditorStore } from '../store/use-editor.ts'

/** So far a hand may tremble and still has only clicked; in pixels. */
const TREMBLE = 4
/** So long a hand that has moved something rests before what stands beside the canvas follows: it often moves the next thing at once. */
const REST_MS = 250

/**
 * From where something on the canvas is taken hold of until it is let go and, if it was moved, the hand rests: what stands beside it
 * waits, and as soon as the hand moves, a shield lies over the drawing (`data-moving`), so that the browser does not look at each move among all nodes for what is under it.
 */
export function useHand() {
  const store = useEditorStore()
  const letGo = useRef<() => void>(() => undefined)

  useEffect(() => () => letGo.current(), [])

  return useCallback(
    ({ currentTarget: canvas, target, clientX, clientY, button, shiftKey }: PointerEvent<HTMLElement>) => {
      const moving = button === 0 ? movedFrom(target, shiftKey) : null
      if (moving === null) return
      letGo.current()
      const release = store.take()
      const gone = new AbortController()
      const { signal } = gone

      function move(event: globalThis.PointerEvent) {
        if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < TREMBLE) return
        canvas.dataset.moving = moving ?? ''
      }

      letGo.current = () => {
        gone.abort()
        const hasMoved = canvas.dataset.moving !== undefined
        delete canvas.dataset.moving
        letGo.current = () => undefined
        if (hasMoved) setTimeout(release, REST_MS)
        else release()
      }
      addEventListener('pointermove', move, { signal })
      for (const end of ['pointerup', 'pointercancel']) addEventListener(end, letGo.current, { signal })
    },
    [store],
  )
}

/**
 * What is dragged from there: some of what is drawn, or all of it. A connection, and a box that is drawn with Shift to choose, look
 * themselves for what is under them.
 */
function movedFrom(target: EventTarget, isShift: boolean): 'some' | 'all' | null {
  if (!(target instanceof Element) || !target.closest('.react-flow__pane')) return null
  if (target.closest('.react-flow__handle')) return null
  if (target.closest('.nopan')) return 'some'
  return isShift ? null : 'all'
}
