import type { Columna, Fila } from '@div/contract'
import { showCell } from './cell-text.ts'
import { type GridEdits, keyOf, newRows, type RowRef, type Valores, valuesOf } from './grid-edits.ts'

/** What stands in a line of the grid. */
export interface GridRow extends RowRef {
  /** Null: it is to go. */
  values: Valores | null
  state: 'stored' | 'changed' | 'new' | 'removed' | 'blank'
}

/** The lines of the grid: the rows that are stored, those that were made here, and one to write a new row in. */
export interface GridLines {
  count: number
  /** Where the line to write a new row in stands; null: there is none. */
  blankAt: number | null
  /** Undefined while the row is on its way. */
  rowAt: (index: number) => GridRow | undefined
}

export function linesOf({
  edits,
  total,
  filaAt,
  isReadOnly,
}: {
  edits: GridEdits
  /** Null until it is known: until then nobody could say which line is a new one. */
  total: number | null
  filaAt: (index: number) => Fila | undefined
  isReadOnly: boolean
}): GridLines {
  if (total === null) return { count: 0, blankAt: null, rowAt: () => undefined }
  const made = newRows(edits)
  const rows = total + made.length
  return {
    count: rows + (isReadOnly ? 0 : 1),
    blankAt: isReadOnly ? null : rows,
    rowAt(index) {
      if (index < total) return storedRow(edits, filaAt(index))
      const key = made[index - total]
      if (key === undefined) return { key: 'blank', base: null, values: {}, state: 'blank' }
      return { key, base: null, values: valuesOf(edits, { key, base: null }), state: 'new' }
    },
  }
}

function storedRow(edits: GridEdits, fila: Fila | undefined): GridRow | undefined {
  if (fila === undefined) return undefined
  const ref = { key: keyOf(edits, fila), base: fila }
  const edit = edits.rows.get(ref.key)
  // The row itself, that who draws it knows it again.
  if (edit === undefined) return { ...ref, values: fila, state: 'stored' }
  const values = valuesOf(edits, ref)
  if (values === null) return { ...ref, values, state: 'removed' }
  // As long as somebody's change is not stored it is told; a row that was read anew since shows what was read.
  const isChanged = edit.base !== null && isDifferent(edit.base, values)
  if (!isChanged && edit.conflict === null) {
    return { ...ref, values: fila, state: 'stored' }
  }
  return { ...ref, values, state: isChanged ? 'changed' : 'stored' }
}

function isDifferent(base: Fila, values: Valores): boolean {
  return Object.entries(values).some(
    ([column, value]) => JSON.stringify(base[column] ?? null) !== JSON.stringify(value ?? null),
  )
}

/** What a cell says, as it is shown and copied. */
export function textAt(row: GridRow | undefined, { nombre, tipo }: Columna): string {
  const values = row?.values ?? row?.base
  return values ? showCell(values[nombre], tipo) : ''
}

/** What is wrong with a cell; of a row as a whole it is told at its first column. */
export function errorAt(
  edits: GridEdits,
  key: string,
  columna: string,
  isFirst: boolean,
): string | undefined {
  const errores = edits.rows.get(key)?.errores ?? []
  return errores.find(({ campo }) => campo === columna || (isFirst && campo === ''))?.mensaje
}

/** Of the column with the numbers of the rows, in pixels. */
export const NUMBER_WIDTH = 56

const WIDTHS: Readonly<Partial<Record<Columna['tipo'], number>>> = {
  texto: 208,
  entero: 128,
  decimal: 128,
  booleano: 104,
  fecha: 128,
  fechaHora: 184,
}
const OTHER_WIDTH = 240

export function widthOf({ tipo }: Columna): number {
  return WIDTHS[tipo] ?? OTHER_WIDTH
}
