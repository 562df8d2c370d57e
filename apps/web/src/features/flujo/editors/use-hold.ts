import { useEffect, useRef } from 'react'
import { useEditorStore } from '../store/use-editor.ts'

/** For an editor that undoes by itself: from when it is entered until it is left, what is typed is one step of the drawing. */
export function useHold(): { enter: () => void; leave: () => void } {
  const store = useEditorStore()
  const letGo = useRef<(() => void) | null>(null)
  // A node that is taken away takes its editor along.
  useEffect(() => () => letGo.current?.(), [])
  return {
    enter() {
      letGo.current = store.hold()
    },
    leave: () => letGo.current?.(),
  }
}
