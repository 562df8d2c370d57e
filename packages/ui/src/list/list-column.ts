import type { ReactNode } from 'react'

export interface ListColumn<Row> {
  key: string
  title: string
  render: (row: Row) => ReactNode
  /** The value of `?orden=` that sorts by it. */
  orden?: string
  /** In pixels or percent; columns without one share what is left. */
  width?: number | string
  align?: 'right'
  /** Shown only when a person chooses it. */
  isOptional?: boolean
  /** The narrowest list that has room for it, in pixels. */
  from?: number
  /** Where there is no room for it, it stands below the first column. */
  isEssential?: boolean
  /** There its title stands before it: the value alone does not say what it is. */
  isTitled?: boolean
}

/** What fits into a list of this width, of what a person has chosen. The first column always stands. */
export function visibleColumns<Row>(
  columns: readonly ListColumn<Row>[],
  { chosen, width }: { chosen: ReadonlySet<string>; width: number },
): ListColumn<Row>[] {
  return columns.filter(
    ({ key, from = 0 }, index) => index === 0 || (chosen.has(key) && (width === 0 || width >= from)),
  )
}

/** What stands below the first column, in a second line of each row. */
export function stackedColumns<Row>(
  columns: readonly ListColumn<Row>[],
  { chosen, width }: { chosen: ReadonlySet<string>; width: number },
): ListColumn<Row>[] {
  return columns.filter(
    ({ key, from = 0, isEssential = false }) => isEssential && chosen.has(key) && width > 0 && width < from,
  )
}

/** What is shown as long as nobody chose. */
export function defaultColumns<Row>(columns: readonly ListColumn<Row>[]): string[] {
  return columns.filter(({ isOptional }) => !isOptional).map(({ key }) => key)
}

/** `nombre` sorts up, `-nombre` down: a click on the title turns it round. */
export function turnOrden(current: string, column: string): string {
  return current === column ? `-${column}` : column
}

export function ordenDirection(
  current: string,
  column: string | undefined,
): 'ascending' | 'descending' | 'none' {
  if (column === undefined || current.replace(/^-/, '') !== column) return 'none'
  return current.startsWith('-') ? 'descending' : 'ascending'
}
