import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { useReactFlow } from '@xyflow/react'
import { FIT } from './canvas/fit.ts'
import { type Alignment, planAlign } from './document/align-nodos.ts'
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

/** The inspector says where a node goes on: what is typed there is where it is to go on next. */
function focusConnect(): void {
  document.querySelector<HTMLElement>('aside[aria-label="Inspector"] input[aria-label^="Conectar"]')?.focus()
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

  const align = (alignment: Alignment) =>
    store.change((flujo) => planAlign(flujo, store.read().selection.nodos, alignment))

  function zoomToChosen() {
    const nodes = [...store.read().selection.nodos].map((id) => ({ id }))
    if (nodes.length > 0) void fitView({ ...FIT, nodes })
  }

  const ofReading: HotkeyItem[] = [
    ['mod+A', selectAll],
    ['Escape', () => store.select({})],
    ['F', () => void fitView(FIT)],
    ['Z', zoomToChosen],
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
    ['C', focusConnect],
    ['shift+I', () => align('izquierda')],
    ['shift+A', () => align('arriba')],
    ['shift+X', () => align('repartir-x')],
    ['shift+Y', () => align('repartir-y')],
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
