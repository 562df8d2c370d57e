import type { HotkeyItem } from '@mantine/hooks'
import type { Alignment } from './document/align-nodos.ts'
import type { Onlooker } from './shortcut-list.ts'

type Does = () => void

/** What keys do on the canvas. */
export interface CanvasActions
  extends Record<
    | 'selectAll'
    | 'deselect'
    | 'showAll'
    | 'zoomToChosen'
    | 'copy'
    | 'copyParametros'
    | 'onLog'
    | 'onVersions'
    | 'onHelp'
    | 'leaveVersion'
    | 'undo'
    | 'redo'
    | 'remove'
    | 'cut'
    | 'paste'
    | 'duplicate'
    | 'onAdd'
    | 'onArrange'
    | 'addGrupo'
    | 'addNota'
    | 'focusConnect'
    | 'pasteParametros'
    | 'onTest',
    Does
  > {
  align: (alignment: Alignment) => void
}

/** The keys that do something for who looks. */
export function listHotkeys(actions: CanvasActions, { mayEdit, isVersionShown }: Onlooker): HotkeyItem[] {
  const always: HotkeyItem[] = [
    ['V', actions.onVersions],
    ['shift+?', actions.onHelp],
    ['?', actions.onHelp],
  ]
  if (isVersionShown) return [...always, ['Escape', actions.leaveVersion]]
  const ofReading: HotkeyItem[] = [
    ['mod+A', actions.selectAll],
    ['Escape', actions.deselect],
    ['F', actions.showAll],
    ['Z', actions.zoomToChosen],
    // Words that are selected on the page are copied too.
    ['mod+C', actions.copy, { preventDefault: false }],
    ['shift+C', actions.copyParametros],
    ['shift+R', actions.onLog],
  ]
  return [...always, ...ofReading, ...(mayEdit ? ofEditing(actions) : [])]
}

function ofEditing(actions: CanvasActions): HotkeyItem[] {
  return [
    ['mod+Z', actions.undo],
    ['mod+shift+Z', actions.redo],
    ['mod+Y', actions.redo],
    ['Delete', actions.remove],
    ['Backspace', actions.remove],
    ['mod+X', actions.cut],
    ['mod+V', actions.paste],
    ['mod+D', actions.duplicate],
    ['A', actions.onAdd],
    ['O', actions.onArrange],
    ['mod+G', actions.addGrupo],
    ['C', actions.focusConnect],
    ['shift+I', () => actions.align('izquierda')],
    ['shift+D', () => actions.align('derecha')],
    ['shift+K', () => actions.align('columna')],
    ['shift+A', () => actions.align('arriba')],
    ['shift+B', () => actions.align('abajo')],
    ['shift+F', () => actions.align('fila')],
    ['shift+X', () => actions.align('repartir-x')],
    ['shift+Y', () => actions.align('repartir-y')],
    ['N', actions.addNota],
    ['shift+V', actions.pasteParametros],
    ['mod+Enter', actions.onTest],
  ]
}
