import { useStoreApi } from '@xyflow/react'
import { useCallback } from 'react'

interface Held {
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  /** Of a key that was pressed. */
  key?: string
}

/** What chooses a node by the keyboard. */
const CHOOSES: readonly (string | undefined)[] = ['Enter', ' ']

/**
 * Whether what is chosen is added to what was. React Flow would take note of each time that Ctrl is pressed and ask all nodes and
 * connections anew, before each Ctrl+Z and Ctrl+C: it is enough to know it when something is chosen.
 */
export function useMultiSelection() {
  const flow = useStoreApi()
  return useCallback(
    ({ ctrlKey, metaKey, shiftKey, key }: Held) => {
      if (key !== undefined && !CHOOSES.includes(key)) return
      const multiSelectionActive = ctrlKey || metaKey || shiftKey
      if (flow.getState().multiSelectionActive !== multiSelectionActive)
        flow.setState({ multiSelectionActive })
    },
    [flow],
  )
}
