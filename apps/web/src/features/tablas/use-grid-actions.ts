import type { Columna } from '@div/contract'
import { notify } from '@div/ui'
import { readCell } from './cell-text.ts'
import { readCells, writeCells } from './clipboard-text.ts'
import {
  addRows,
  type CellChange,
  type GridEdits,
  keyOf,
  nextKeys,
  removeRows,
  setCells,
} from './grid-edits.ts'
import { type GridLines, type GridRow, textAt } from './grid-model.ts'
import type { Cell, GridRange, GridSelection } from './grid-selection.ts'
import { planPaste } from './plan-paste.ts'
import type { FilasWindow } from './use-filas.ts'

interface GridActionsOptions {
  columnas: readonly Columna[]
  lines: GridLines
  filas: FilasWindow
  edits: GridEdits
  change: (next: (edits: GridEdits) => GridEdits) => void
}

/** Rows that one action reads at once: more than a person sees, less than would stop the page. */
const MAX_ROWS = 20_000

/** What is done with cells and rows. Rows that are not on the screen are read first. */
export function useGridActions({ columnas, lines, filas, edits, change }: GridActionsOptions) {
  const total = filas.total ?? 0

  const rowsSeen = ({ top, bottom }: Pick<GridRange, 'top' | 'bottom'>) =>
    Array.from({ length: bottom - top + 1 }, (_, index) => lines.rowAt(top + index))

  /** The lines of a range, without the one to write in. */
  async function rowsOf({ top, bottom }: Pick<GridRange, 'top' | 'bottom'>): Promise<GridRow[]> {
    if (bottom - top >= MAX_ROWS) {
      throw new Error(`Elija como mucho ${MAX_ROWS.toLocaleString('es')} filas a la vez.`)
    }
    const seen = rowsSeen({ top, bottom })
    if (!seen.includes(undefined)) return seen.filter(isWritten)
    const read = await filas.load(top, Math.min(bottom, total - 1))
    return seen
      .map((row, index) => {
        const base = read[index]
        return row ?? (base && { key: keyOf(edits, base), base, values: base, state: 'stored' as const })
      })
      .filter(isWritten)
  }

  function write(at: Cell, text: string): void {
    const row = lines.rowAt(at.row)
    const columna = columnas[at.column]
    if (row === undefined || columna === undefined) return
    const value = readCell(text, columna.tipo)
    if (row.state !== 'blank') {
      change((current) => setCells(current, [{ ...row, column: columna.nombre, value }]))
    } else if (value !== null) change((current) => addRows(current, [{ [columna.nombre]: value }]))
  }

  async function clear(range: GridRange): Promise<void> {
    const cleared = columnas.slice(range.left, range.right + 1)
    const changes = (await rowsOf(range)).flatMap((row) =>
      cleared.map(({ nombre }): CellChange => ({ ...row, column: nombre, value: null })),
    )
    change((current) => setCells(current, changes))
  }

  async function remove(range: GridRange): Promise<void> {
    const rows = await rowsOf(range)
    if (rows.length === 0) return
    change((current) => removeRows(current, rows))
    notify.info(
      rows.length === 1 ? '1 fila eliminada' : `${rows.length.toLocaleString('es')} filas eliminadas`,
      'Ctrl+Z lo deshace.',
    )
  }

  async function copy(range: GridRange): Promise<string> {
    return textOf(await rowsOf(range), range)
  }

  /** What can be copied at once; null: some of it is not here yet. */
  function copySeen(range: GridRange): string | null {
    if (range.bottom - range.top >= MAX_ROWS) return null
    const rows = rowsSeen(range)
    return rows.includes(undefined) ? null : textOf(rows.filter(isWritten), range)
  }

  function textOf(rows: readonly GridRow[], { left, right }: GridRange): string {
    const copied = columnas.slice(left, right + 1)
    return writeCells(rows.map((row) => copied.map((columna) => textAt(row, columna))))
  }

  /** Answers what is selected afterwards. */
  async function paste(text: string, range: GridRange): Promise<GridSelection> {
    const plan = planPaste(readCells(text), range, columnas.length)
    const { top, left, bottom, right } = plan.range
    const last = lines.blankAt ?? 0
    const stored = top < last ? await rowsOf({ top, bottom: Math.min(bottom, last - 1) }) : []
    const values = new Map<number, Record<string, unknown>>()
    for (const { row, column, text: cell } of plan.pasted) {
      const columna = columnas[column]
      if (columna === undefined) continue
      const line = values.get(row) ?? {}
      line[columna.nombre] = readCell(cell, columna.tipo)
      values.set(row, line)
    }
    const changes = stored.flatMap((row, index) =>
      Object.entries(values.get(top + index) ?? {}).map(
        ([column, value]): CellChange => ({ ...row, column, value }),
      ),
    )
    const added = [...values].filter(([row]) => row >= last).map(([, line]) => line)
    change((current) => pasteInto(current, changes, added))
    return { anchor: { row: top, column: left }, focus: { row: bottom, column: right } }
  }

  return { write, clear, remove, copy, copySeen, paste }
}

/** One step of undo for both. */
function pasteInto(
  edits: GridEdits,
  changes: readonly CellChange[],
  added: readonly Record<string, unknown>[],
): GridEdits {
  const changed = setCells(edits, changes)
  if (added.length === 0) return changed
  const both = addRows(changed, added)
  if (changed === edits) return both
  const [first = [], second = []] = both.undo.slice(-2)
  return { ...both, undo: [...both.undo.slice(0, -2), [...first, ...second]] }
}

/** The key of the row that writing in the empty line makes. */
export function nextKey(edits: GridEdits): string {
  return nextKeys(edits, 1)[0] ?? ''
}

function isWritten(row: GridRow | undefined): row is GridRow {
  return row !== undefined && row.state !== 'blank'
}
