import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useCallback } from 'react'
import type { Posicion } from './document/flujo-command.ts'

/** The middle of what is seen of the drawing. */
export function useMiddle(): () => Posicion {
  const flow = useStoreApi()
  const { screenToFlowPosition } = useReactFlow()
  return useCallback(() => {
    const {
      left = 0,
      top = 0,
      width = 0,
      height = 0,
    } = flow.getState().domNode?.getBoundingClientRect() ?? {}
    return screenToFlowPosition({ x: left + width / 2, y: top + height / 2 })
  }, [flow, screenToFlowPosition])
}
