import type { SyntheticEvent } from 'react'
import type { Cell } from './grid-selection.ts'

/** The cell or the row number that was pointed at. */
export function targetOf(target: EventTarget): Cell | { number: number } | null {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-row], [data-number]') : null
  if (cell === null || target instanceof HTMLTextAreaElement) return null
  const { row, column, number } = cell.dataset
  return number === undefined ? { row: Number(row), column: Number(column) } : { number: Number(number) }
}

/** The buttons of the header stand in the grid, and the forms that they open send it their events too: neither is a cell. */
export function isOfCells({ target, currentTarget }: SyntheticEvent): boolean {
  return (
    target instanceof Element &&
    currentTarget.contains(target) &&
    target.closest('[role=columnheader]') === null
  )
}
