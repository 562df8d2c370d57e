import { Position } from '@xyflow/react'
import type { HTMLAttributes } from 'react'

/** React Flow names the one canvas of a page so. */
const CANVAS = '1'

interface NodoHandleProps extends HTMLAttributes<HTMLSpanElement> {
  nodo: string
  /** Of a way out; null: where the node is entered. */
  handle: string | null
  /** Whether connections may be drawn from it and to it. */
  isConnectable: boolean
}

/**
 * Where connections enter or leave a node, as React Flow looks for it in the page. It is no component of React Flow: each of those asks
 * the store of the canvas whenever anything there is another, and a thousand nodes have two thousand.
 */
export function NodoHandle({ nodo, handle, isConnectable, className, ...rest }: NodoHandleProps) {
  const type = handle === null ? 'target' : 'source'
  const marks = isConnectable ? 'connectable connectablestart connectableend connectionindicator' : ''
  return (
    <span
      data-nodeid={nodo}
      data-handleid={handle}
      // Where a node is measured after all, its connections are drawn by what stands here.
      data-handlepos={handle === null ? Position.Left : Position.Right}
      data-id={`${CANVAS}-${nodo}-${handle}-${type}`}
      className={`react-flow__handle nodrag nopan ${type} ${marks} ${className}`}
      {...rest}
    />
  )
}

interface PressedHandle {
  element: HTMLElement
  nodo: string
  handle: string | null
}

/** The one that something of the page belongs to; null where none may be drawn from. */
export function handleAt(target: EventTarget): PressedHandle | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('.connectablestart') : null
  const { nodeid, handleid = null } = element?.dataset ?? {}
  return element === null || nodeid === undefined ? null : { element, nodo: nodeid, handle: handleid }
}
