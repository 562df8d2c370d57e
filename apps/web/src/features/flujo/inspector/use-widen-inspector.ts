import { type KeyboardEvent, type MouseEvent, useMemo } from 'react'
import { useInspectorWide } from './use-inspector-width.ts'

/** Opening a node (double click, Enter on the one that is selected) shows its data at both sides of its form. */
export function useWidenInspector() {
  const { setIsWide } = useInspectorWide()
  return useMemo(
    () => ({
      onDoubleClick({ target }: MouseEvent) {
        if (nodoAt(target)) setIsWide(true)
      },
      onKeyDown({ key, target, ctrlKey, metaKey }: KeyboardEvent) {
        const nodo = target instanceof Element && target.matches('.react-flow__node') ? target : null
        if (key !== 'Enter' || ctrlKey || metaKey || !nodo?.matches('.selected')) return
        setIsWide(true)
        // Once it is drawn: who opens a node by the keyboard goes on in its form.
        requestAnimationFrame(() =>
          document.querySelector<HTMLElement>('aside[aria-label="Inspector"] input')?.focus(),
        )
      },
    }),
    [setIsWide],
  )
}

const nodoAt = (target: EventTarget) =>
  target instanceof Element && target.closest('.react-flow__node') !== null
