import { useStoreApi } from '@xyflow/react'
import { XYHandle } from '@xyflow/system'
import { type MouseEvent, type TouchEvent, useCallback } from 'react'
import { handleAt } from './nodo-handle.tsx'

/** Draws a connection from the handle that is pressed: one element hears it for those of all nodes. */
export function useConnecting() {
  const flow = useStoreApi()
  return useCallback(
    ({ currentTarget: canvas, target, nativeEvent }: MouseEvent<HTMLElement> | TouchEvent<HTMLElement>) => {
      const pressed = handleAt(target)
      if (pressed === null || ('button' in nativeEvent && nativeEvent.button !== 0)) return
      const { element: handleDomNode, nodo: nodeId, handle: handleId } = pressed
      const { rfId: flowId, connectionDragThreshold: dragThreshold, ...state } = flow.getState()
      const isTarget = handleId === null
      XYHandle.onPointerDown(nativeEvent, {
        ...state,
        ...{ handleDomNode, nodeId, handleId, isTarget, flowId, dragThreshold },
        getTransform: () => flow.getState().transform,
        getFromHandle: () => flow.getState().connection.fromHandle,
        isValidConnection: (connection) => flow.getState().isValidConnection?.(connection) ?? true,
        onConnectStart: () => {
          canvas.dataset.connecting = isTarget ? 'entrada' : 'salida'
        },
        onConnect: (connection) => flow.getState().onConnect?.(connection),
        onConnectEnd: (...end) => flow.getState().onConnectEnd?.(...end),
        cancelConnection: () => {
          delete canvas.dataset.connecting
          state.cancelConnection()
        },
      })
    },
    [flow],
  )
}
