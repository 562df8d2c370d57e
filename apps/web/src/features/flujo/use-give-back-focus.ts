import { findOpener } from '@div/ui'
import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react'

const FIRST_NODO = '.react-flow__node-nodo:not([inert] *)'

/**
 * Who closes from within what stands beside the canvas goes on where they came from: on the node that it is of, or on what they pressed to
 * open it; where that is gone, on the drawing.
 */
export function useGiveBackFocus(panel: RefObject<HTMLElement | null>, nodo?: string): void {
  // Before anything within takes the focus.
  const [from] = useState(findOpener)
  const goOn = useEffectEvent(() => {
    // Somebody else may have said where to.
    if (document.activeElement === document.body) findPlace(nodo, from)?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => {
    const { current } = panel
    return () => {
      if (current?.contains(document.activeElement)) requestAnimationFrame(goOn)
    }
  }, [panel])
}

function findPlace(nodo: string | undefined, from: Element | null) {
  const drawn =
    nodo === undefined
      ? null
      : document.querySelector(`.react-flow__node[data-id="${CSS.escape(nodo)}"]:not([inert] *)`)
  const opener = from?.isConnected && from !== document.body ? from : null
  const place = drawn ?? opener ?? document.querySelector(FIRST_NODO)
  return place instanceof HTMLElement || place instanceof SVGElement ? place : undefined
}
