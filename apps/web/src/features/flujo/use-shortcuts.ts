import { notify } from '@div/ui'
import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { useReactFlow } from '@xyflow/react'
import { FIT } from './canvas/fit.ts'
import { chooseFocused } from './choose-focused.ts'
import { parametrosClipboard } from './clipboard/parametros-clipboard.ts'
import { type Alignment, planAlign } from './document/align-nodos.ts'
import { hearsKey, isAnythingInFront } from './hears-keys.ts'
import { type CanvasActions, listHotkeys } from './list-hotkeys.ts'
import type { DraftSaver } from './store/draft-saver.ts'
import type { EditorStore } from './store/editor-store.ts'
import { useEditorStore } from './store/use-editor.ts'
import { useAnotacionActions } from './use-anotacion-actions.ts'
import { useNodoActions } from './use-nodo-actions.ts'

interface ShortcutTargets {
  saver: DraftSaver
  isVersionShown: boolean
  onLeaveVersion: () => void
  onAdd: () => void
  onArrange: () => void
  onTest: () => void
  onHelp: () => void
  onSearch: () => void
  onVersions: () => void
  onLog: () => void
}

/** Until the inspector has come to what was chosen just now. */
const FRAMES = 60

/** The inspector says where a node goes on: what is typed there is where it is to go on next. */
function focusConnect(at = 0): void {
  const field = document.querySelector<HTMLElement>(
    'aside[aria-label="Inspector"] input[aria-label^="Conectar"]',
  )
  if (field) field.focus()
  else if (at < FRAMES) requestAnimationFrame(() => focusConnect(at + 1))
}

/** The clipboard of parameters of the one node that is selected; null when that is not one. */
function ofChosen(store: EditorStore) {
  const [id, ...others] = store.read().selection.nodos
  const nodo = store.flujo.nodos.find((each) => each.id === id)
  if (nodo !== undefined && others.length === 0) return parametrosClipboard(store, nodo)
  notify.info('Seleccione un nodo', 'Los parámetros se copian y se pegan de uno en uno.')
  return null
}

/** The keys of the canvas, as `shortcut-list` tells them; fields keep theirs. */
export function useShortcuts({
  saver,
  isVersionShown,
  onLeaveVersion,
  onAdd,
  onArrange,
  onTest,
  onHelp,
  onSearch,
  onVersions,
  onLog,
}: ShortcutTargets): void {
  const store = useEditorStore()
  const { fitView } = useReactFlow()
  const { remove, copy, cut, paste, duplicate, selectAll } = useNodoActions()
  const { addGrupo, addNota } = useAnotacionActions()

  const ofFocused = (does: () => void) => () => {
    chooseFocused(store)
    does()
  }
  const align = (alignment: Alignment) =>
    store.change((flujo) => planAlign(flujo, store.read().selection.nodos, alignment))

  function zoomToChosen() {
    const nodes = [...store.read().selection.nodos].map((id) => ({ id }))
    if (nodes.length > 0) void fitView({ ...FIT, nodes })
  }

  // In fields too: nobody wants the browser to store the page or to search what of it happens to be drawn.
  useHotkeys(
    [
      ['mod+S', () => void saver.flush()],
      ['mod+F', onSearch],
    ],
    [],
  )
  const actions: CanvasActions = {
    selectAll,
    deselect: () => store.select({}),
    showAll: () => void fitView(FIT),
    zoomToChosen: ofFocused(zoomToChosen),
    copy: ofFocused(() => void copy()),
    copyParametros: ofFocused(() => ofChosen(store)?.copy()),
    onLog,
    onVersions,
    onHelp,
    leaveVersion: onLeaveVersion,
    undo: store.undo,
    redo: store.redo,
    remove: ofFocused(remove),
    cut: ofFocused(cut),
    paste,
    duplicate: ofFocused(duplicate),
    onAdd: ofFocused(onAdd),
    onArrange,
    addGrupo: ofFocused(addGrupo),
    addNota,
    focusConnect: ofFocused(focusConnect),
    align,
    pasteParametros: ofFocused(() => ofChosen(store)?.paste()),
    onTest,
  }
  const hotkeys = listHotkeys(actions, { mayEdit: store.mayEdit, isVersionShown })
  useHotkeys(hotkeys.map((hotkey) => forDrawing(hotkey, isVersionShown)))
}

/**
 * Of a key that is meant for something else the drawing takes nothing, not even what the browser does by it. Where an earlier state
 * stands in front of the drawing, the few keys that are left are for that.
 */
function forDrawing(
  [combo, does, { preventDefault = true } = {}]: HotkeyItem,
  isVersionShown: boolean,
): HotkeyItem {
  function hear(event: KeyboardEvent) {
    const { target } = event
    if (!(target instanceof Element) || isAnythingInFront()) return
    if (!isVersionShown && !hearsKey(combo, target)) return
    if (preventDefault) event.preventDefault()
    does(event)
  }
  return [combo, hear, { preventDefault: false }]
}
