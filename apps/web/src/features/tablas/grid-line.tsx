import type { Columna } from '@div/contract'
import type { VirtualItem } from '@tanstack/react-virtual'
import { memo, type ReactNode } from 'react'
import classes from './filas-grid.module.css'
import type { GridEdits } from './grid-edits.ts'
import { errorAt, type GridRow, NUMBER_WIDTH, textAt } from './grid-model.ts'
import type { Cell } from './grid-selection.ts'

const RIGHT = new Set<Columna['tipo']>(['entero', 'decimal'])
const MONO = new Set<Columna['tipo']>(['objeto', 'lista', 'binario', 'cualquiera'])

export function cellId(gridId: string, { row, column }: Cell): string {
  return `${gridId}-${row}-${column}`
}

interface GridLineProps {
  gridId: string
  index: number
  top: number
  height: number
  row: GridRow | undefined
  columnas: readonly Columna[]
  shown: readonly VirtualItem[]
  /** The columns that are selected in this row; null: none. */
  selected: { left: number; right: number } | null
  /** The column of the cell that is written to; -1: it is in another row. */
  activeColumn: number
  edits: GridEdits
  /** What stands in the cell that is being written. */
  editor: ReactNode
}

/** A row of the grid: its number and the cells that are on the screen. */
export const GridLine = memo(DrawnLine, isSameLine)

/** While somebody scrolls, the rows that stay are not drawn again. */
function isSameLine(before: GridLineProps, after: GridLineProps): boolean {
  return (
    before.row?.key === after.row?.key &&
    before.row?.values === after.row?.values &&
    before.row?.state === after.row?.state &&
    erroresOf(before) === erroresOf(after) &&
    before.index === after.index &&
    before.top === after.top &&
    before.columnas === after.columnas &&
    before.shown === after.shown &&
    before.selected?.left === after.selected?.left &&
    before.selected?.right === after.selected?.right &&
    before.activeColumn === after.activeColumn &&
    before.editor === after.editor
  )
}

function erroresOf({ row, edits }: GridLineProps) {
  return row && edits.rows.get(row.key)?.errores
}

function DrawnLine(props: GridLineProps) {
  const { gridId, index, row, columnas, shown, selected, activeColumn, edits, editor } = props
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.line}
      data-state={row?.state}
      style={{ height: props.height, transform: `translateY(${props.top}px)` }}
    >
      <div
        role="rowheader"
        className={classes.number}
        style={{ width: NUMBER_WIDTH }}
        data-number={index}
        data-selected={selected !== null || undefined}
        data-state={row?.state}
      >
        {row?.state === 'blank' ? '+' : (index + 1).toLocaleString('es')}
      </div>
      {shown.map(({ index: column, start, size }) => {
        const columna = columnas[column]
        if (columna === undefined) return null
        const cell = { row: index, column }
        const isActive = activeColumn === column
        const error = row && errorAt(edits, row.key, columna.nombre, column === 0)
        const text = textAt(row, columna)
        return (
          <div
            key={column}
            id={cellId(gridId, cell)}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={selected !== null && column >= selected.left && column <= selected.right}
            aria-invalid={error !== undefined || undefined}
            className={classes.cell}
            style={{ left: start, width: size }}
            data-row={index}
            data-column={column}
            data-active={isActive || undefined}
            data-align={RIGHT.has(columna.tipo) ? 'right' : undefined}
            data-mono={MONO.has(columna.tipo) || undefined}
            title={error}
          >
            {row === undefined ? <span className={classes.pending} /> : text}
            {isActive && editor}
          </div>
        )
      })}
    </div>
  )
}
