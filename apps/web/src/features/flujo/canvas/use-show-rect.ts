import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useCallback } from 'react'
import type { Rect } from '../document/rect.ts'
import { showRect } from './keep-in-view.ts'

/** Moves the drawing as little as needed to show a place of it; not at all when it is seen. */
export function useShowRect(): (rect: Rect) => void {
  const flow = useStoreApi()
  const { getViewport, setViewport } = useReactFlow()
  return useCallback(
    (rect) => {
      const { width, height } = flow.getState()
      void setViewport(showRect(getViewport(), rect, { width, height }))
    },
    [flow, getViewport, setViewport],
  )
}
