import type { GridRange } from './grid-selection.ts'

export interface PastedCell {
  row: number
  column: number
  text: string
}

/**
 * Where pasted cells go. One cell fills what is selected, and so do several when what is selected holds them a whole number of times;
 * otherwise they begin at its corner. What has no column is left out; rows behind the last one are new.
 */
export function planPaste(
  cells: readonly (readonly string[])[],
  range: GridRange,
  columns: number,
): { pasted: PastedCell[]; range: GridRange } {
  const height = cells.length
  const width = cells[0]?.length ?? 0
  const rangeHeight = range.bottom - range.top + 1
  const rangeWidth = range.right - range.left + 1
  const isTiled = rangeHeight % height === 0 && rangeWidth % width === 0
  const target: GridRange = {
    top: range.top,
    left: range.left,
    bottom: range.top + (isTiled ? rangeHeight : height) - 1,
    right: Math.min(range.left + (isTiled ? rangeWidth : width), columns) - 1,
  }
  const pasted: PastedCell[] = []
  for (let row = target.top; row <= target.bottom; row++) {
    for (let column = target.left; column <= target.right; column++) {
      const text = cells[(row - target.top) % height]?.[(column - target.left) % width] ?? ''
      pasted.push({ row, column, text })
    }
  }
  return { pasted, range: target }
}
