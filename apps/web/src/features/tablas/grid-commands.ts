import type { GridKey } from './grid-selection.ts'

export type GridCommand = 'undo' | 'redo' | 'edit' | 'type' | 'clear' | 'removeRows' | 'collapse'

/** What a key does to cells, as spreadsheets have it; null: nothing, it may move the selection. */
export function commandOf({ key, shift, mod }: GridKey): GridCommand | null {
  if (mod) return commandWithMod(key.toLowerCase(), shift)
  switch (key) {
    case 'Enter':
    case 'F2':
      return 'edit'
    case 'Delete':
    case 'Backspace':
      return 'clear'
    case 'Escape':
      return 'collapse'
    default:
      // A key that writes has its letter as its name. Shift and the space bar take the row.
      return key.length === 1 && !(key === ' ' && shift) ? 'type' : null
  }
}

function commandWithMod(key: string, shift: boolean): GridCommand | null {
  if (key === 'z') return shift ? 'redo' : 'undo'
  if (key === 'y') return 'redo'
  return key === 'delete' || key === 'backspace' ? 'removeRows' : null
}
