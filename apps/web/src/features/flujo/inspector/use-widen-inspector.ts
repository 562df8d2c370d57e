import { type KeyboardEvent, type MouseEvent, useMemo } from 'react'
import { useEditorStore } from '../store/use-editor.ts'
import { DoubleClick } from './double-click.ts'
import { useInspectorWide } from './use-inspector-width.ts'

/** Opening a node (double click, Enter on the one that is selected) shows its data at both sides of its form. */
export function useWidenInspector() {
  const store = useEditorStore()
  const { setIsWide } = useInspectorWide()
  return useMemo(() => {
    const clicks = new DoubleClick()

    function hear(event: MouseEvent) {
      const { opened, isTaken } = clicks.hear(event.type, event.detail, nodoAt(event.target))
      if (isTaken) {
        event.preventDefault()
        event.stopPropagation()
      }
      if (opened === null) return
      store.select({ nodos: new Set([opened]) })
      setIsWide(true)
    }

    return {
      onMouseDownCapture: hear,
      onMouseUpCapture: hear,
      onClickCapture: hear,
      onDoubleClickCapture: hear,
      onKeyDown({ key, target, ctrlKey, metaKey }: KeyboardEvent) {
        const nodo = target instanceof Element && target.matches('.react-flow__node') ? target : null
        if (key !== 'Enter' || ctrlKey || metaKey || !nodo?.matches('.selected')) return
        setIsWide(true)
        focusForm()
      },
    }
  }, [store, setIsWide])
}

/** The scripts of the inspector may still be on their way. */
const FRAMES = 60

/** Who opens a node by the keyboard goes on in its form, once that is drawn: in its first field that is seen. */
function focusForm(frames = FRAMES): void {
  requestAnimationFrame(() => {
    const panel = document.querySelector<HTMLElement>('aside[aria-label="Inspector"]:not([inert] *)')
    if (panel === null) {
      if (frames > 0) focusForm(frames - 1)
      return
    }
    const fields = [...panel.querySelectorAll<HTMLElement>('input, textarea')]
    const first = fields.find((field) => field.checkVisibility()) ?? panel
    first.focus()
  })
}

/** Its ways in and out have clicks of their own. */
function nodoAt(target: EventTarget): string | null {
  if (!(target instanceof Element) || target.closest('.react-flow__handle')) return null
  const nodo = target.closest<HTMLElement>('.react-flow__node-nodo')
  return nodo?.dataset.id ?? null
}
