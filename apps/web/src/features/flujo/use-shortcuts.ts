import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { planRemove } from './document/plan-change.ts'
import type { DraftSaver } from './store/draft-saver.ts'
import { useEditorStore } from './store/use-editor.ts'

interface ShortcutTargets {
  saver: DraftSaver
  onAdd: () => void
  onTest: () => void
}

/** The keys of the canvas; fields keep theirs. */
export function useShortcuts({ saver, onAdd, onTest }: ShortcutTargets): void {
  const store = useEditorStore()

  function removeSelected() {
    const { selection } = store.read()
    store.change((flujo) => planRemove(flujo, selection))
  }

  function selectAll() {
    store.select({ nodos: new Set(store.flujo.nodos.map(({ id }) => id)) })
  }

  // In fields too: nobody wants the browser to store the page.
  useHotkeys([['mod+S', () => void saver.flush()]], [])
  useHotkeys([
    ['mod+Z', store.undo],
    ['mod+shift+Z', store.redo],
    ['mod+Y', store.redo],
    ['Delete', removeSelected],
    ['Backspace', removeSelected],
    ['mod+A', selectAll],
    ['Escape', () => store.select({})],
    ...(store.mayEdit
      ? ([
          ['A', onAdd],
          ['mod+Enter', onTest],
        ] satisfies HotkeyItem[])
      : []),
  ])
}
