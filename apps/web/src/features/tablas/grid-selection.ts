export interface Cell {
  row: number
  column: number
}

/** A rectangle of cells, from where it began to where it was drawn. */
export interface GridSelection {
  /** The cell that is written to. */
  anchor: Cell
  focus: Cell
}

export interface GridSize {
  rows: number
  columns: number
}

/** Both ends belong to it. */
export interface GridRange {
  top: number
  left: number
  bottom: number
  right: number
}

export interface GridKey {
  key: string
  shift: boolean
  /** Control, or Command. */
  mod: boolean
}

export function selectCell(cell: Cell): GridSelection {
  return { anchor: cell, focus: cell }
}

export function rangeOf({ anchor, focus }: GridSelection): GridRange {
  return {
    top: Math.min(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    bottom: Math.max(anchor.row, focus.row),
    right: Math.max(anchor.column, focus.column),
  }
}

export function isWithin({ top, left, bottom, right }: GridRange, { row, column }: Cell): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}

export function isSameCell(left: Cell, right: Cell): boolean {
  return left.row === right.row && left.column === right.column
}

export function selectRows(from: number, to: number, { columns }: GridSize): GridSelection {
  return { anchor: { row: from, column: 0 }, focus: { row: to, column: columns - 1 } }
}

/** What a key makes of the selection, as spreadsheets do; null: it is no key that moves. `pageRows` are on the screen. */
export function moveSelection(
  { anchor, focus }: GridSelection,
  { key, shift, mod }: GridKey,
  { rows, columns, pageRows }: GridSize & { pageRows: number },
): GridSelection | null {
  const last: Cell = { row: rows - 1, column: columns - 1 }
  if (mod && key.toLowerCase() === 'a') return { anchor: { row: 0, column: 0 }, focus: last }
  if (key === ' ' && shift) return selectRows(anchor.row, focus.row, { rows, columns })
  if (key === 'Tab')
    return selectCell(clamp(stepByTab(anchor, { isBack: shift, columns }), { rows, columns }))
  // Drawing goes on from the end, walking from where it began.
  const from = shift ? focus : anchor
  const target = targetOf(key, { from, mod, last, pageRows })
  if (target === null) return null
  const cell = clamp(target, { rows, columns })
  return shift ? { anchor, focus: cell } : selectCell(cell)
}

function targetOf(
  key: string,
  { from: { row, column }, mod, last, pageRows }: { from: Cell; mod: boolean; last: Cell; pageRows: number },
): Cell | null {
  switch (key) {
    case 'ArrowUp':
      return { row: mod ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: mod ? last.row : row + 1, column }
    case 'ArrowLeft':
      return { row, column: mod ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: mod ? last.column : column + 1 }
    case 'PageUp':
      return { row: row - pageRows, column }
    case 'PageDown':
      return { row: row + pageRows, column }
    case 'Home':
      return { row: mod ? 0 : row, column: 0 }
    case 'End':
      return { row: mod ? last.row : row, column: last.column }
    default:
      return null
  }
}

/** From the end of a row to the beginning of the next. */
function stepByTab({ row, column }: Cell, { isBack, columns }: { isBack: boolean; columns: number }): Cell {
  if (isBack) return column === 0 ? { row: row - 1, column: columns - 1 } : { row, column: column - 1 }
  return column === columns - 1 ? { row: row + 1, column: 0 } : { row, column: column + 1 }
}

/** Inside of a grid that has become smaller. */
export function clampSelection({ anchor, focus }: GridSelection, size: GridSize): GridSelection {
  return { anchor: clamp(anchor, size), focus: clamp(focus, size) }
}

function clamp({ row, column }: Cell, { rows, columns }: GridSize): Cell {
  return {
    row: Math.min(Math.max(row, 0), Math.max(rows - 1, 0)),
    column: Math.min(Math.max(column, 0), Math.max(columns - 1, 0)),
  }
}
