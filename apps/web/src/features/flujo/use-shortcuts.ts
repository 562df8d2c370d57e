import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { useReactFlow } from '@xyflow/react'
import { FIT } from './canvas/fit.ts'
import type { DraftSaver } from './store/draft-saver.ts'
import { useEditorStore } from './store/use-editor.ts'
import { useAnotacionActions } from './use-anotacion-actions.ts'
import { useNodoActions } from './use-nodo-actions.ts'

interface ShortcutTargets {
  saver: DraftSaver
  /** Something else is in front of the drawing. */
  isOff: boolean
  onAdd: () => void
  onArrange: () => void
  onTest: () => void
  onHelp: () => void
  onSearch: () => void
}

/** The keys of the canvas, as `shortcut-sheet` lists them; fields keep theirs. */
export function useShortcuts({
  saver,
  isOff,
  onAdd,
  onArrange,
  onTest,
  onHelp,
  onSearch,
}: ShortcutTargets): void {
  const store = useEditorStore()
  const { fitView } = useReactFlow()
  const { remove, copy, cut, paste, duplicate, selectAll } = useNodoActions()
  const { addGrupo, addNota } = useAnotacionActions()

  const ofReading: HotkeyItem[] = [
    ['mod+A', selectAll],
    ['Escape', () => store.select({})],
    ['F', () => void fitView(FIT)],
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
    ['O', onArrange],
    ['mod+G', addGrupo],
    ['N', addNota],
    ['mod+Enter', onTest],
  ]
  // In fields too: nobody wants the browser to store the page or to search what of it happens to be drawn.
  useHotkeys(
    [
      ['mod+S', () => void saver.flush()],
      ['mod+F', onSearch],
    ],
    [],
  )
  useHotkeys(isOff ? [] : store.mayEdit ? [...ofReading, ...ofEditing] : ofReading)
}
