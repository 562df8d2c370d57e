import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { useReactFlow } from '@xyflow/react'
import type { DraftSaver } from './store/draft-saver.ts'
import { useEditorStore } from './store/use-editor.ts'
import { useNodoActions } from './use-nodo-actions.ts'

interface ShortcutTargets {
  saver: DraftSaver
  onAdd: () => void
  onTest: () => void
  onHelp: () => void
}

/** The keys of the canvas, as `shortcut-sheet` lists them; fields keep theirs. */
export function useShortcuts({ saver, onAdd, onTest, onHelp }: ShortcutTargets): void {
  const store = useEditorStore()
  const { fitView } = useReactFlow()
  const { remove, copy, cut, paste, duplicate, selectAll } = useNodoActions()

  const ofReading: HotkeyItem[] = [
    ['mod+A', selectAll],
    ['Escape', () => store.select({})],
    ['F', () => void fitView({ maxZoom: 1, padding: 0.2 })],
    // Words that are selected on the page are copied too.
    ['mod+C', () => void copy(), { preventDefault: false }],
    ['shift+?', onHelp],
    ['?', onHelp],
  ]
  const ofEditing: HotkeyItem[] = [
    ['mod+Z', store.undo],
    ['mod+shift+Z', store.redo],
    ['mod+Y', store.redo],
    ['Delete', remove],
    ['Backspace', remove],
    ['mod+X', cut],
    ['mod+V', paste],
    ['mod+D', duplicate],
    ['A', onAdd],
    ['mod+Enter', onTest],
  ]
  // In fields too: nobody wants the browser to store the page.
  useHotkeys([['mod+S', () => void saver.flush()]], [])
  useHotkeys(store.mayEdit ? [...ofReading, ...ofEditing] : ofReading)
}
