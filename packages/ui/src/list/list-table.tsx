import { Checkbox, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { type ListColumn, ordenDirection, stackedColumns, turnOrden, visibleColumns } from './list-column.ts'
import classes from './list-table.module.css'
import { useWidth } from './use-width.ts'

const ROW_HEIGHT = 44
/** Of a row with a line below the first; one with more lines is measured. */
const TALL_ROW_HEIGHT = 64
const OVERSCAN = 12
/** Rows that are drawn grey before it is known how many there are. */
const SKELETON_ROWS = 8

export interface Selection {
  ids: ReadonlySet<string>
  onToggle: (id: string) => void
  /** Takes or leaves all the rows that are drawn. */
  onToggleAll: (ids: readonly string[]) => void
}

export interface ListTableProps<Row extends { id: string }> {
  /** What is listed, for who does not see it. */
  label: string
  columns: readonly ListColumn<Row>[]
  chosen: ReadonlySet<string>
  /** Null until it is known. */
  total: number | null
  /** Undefined while the row is on its way. */
  rowAt: (index: number) => Row | undefined
  /** Told which rows are on the screen, so that they can be fetched. */
  onRange: (first: number, last: number) => void
  orden: string
  onOrden: (orden: string) => void
  selection?: Selection | undefined
  /** A click beside the controls of a row. */
  onOpen?: ((row: Row) => void) | undefined
  /** The row that stands open beside the list. */
  openId?: string | null | undefined
  /** At the end of a row. */
  actions?: ((row: Row) => ReactNode) | undefined
}

/** A list of any length: only the rows on the screen are drawn. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { label, columns, chosen, total, rowAt, onRange, selection, actions } = props
  const scroll = useRef<HTMLDivElement>(null)
  const { ref: measured, width } = useWidth<HTMLDivElement>()
  const shown = useMemo(() => visibleColumns(columns, { chosen, width }), [columns, chosen, width])
  const stacked = useMemo(() => stackedColumns(columns, { chosen, width }), [columns, chosen, width])
  const rowHeight = stacked.length > 0 ? TALL_ROW_HEIGHT : ROW_HEIGHT
  const virtualizer = useVirtualizer({
    count: total ?? SKELETON_ROWS,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it had measured was of rows of the other height.
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const items = virtualizer.getVirtualItems()
  const first = items.at(0)?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onRange(first, last), [onRange, first, last])
  const drawn = items.flatMap(({ index }) => rowAt(index) ?? [])
  const { onOpen, openId } = props
  const { measureElement } = virtualizer
  const draw = useCallback(
    (row: Row | undefined, index: number) => (
      <ItemRow
        key={index}
        row={row}
        index={index}
        shown={shown}
        stacked={stacked}
        measure={measureElement}
        selection={selection}
        actions={actions}
        isOpen={openId !== undefined && row?.id === openId}
        onOpen={onOpen}
      />
    ),
    [shown, stacked, measureElement, selection, actions, openId, onOpen],
  )
  const rows = useKeptRows(
    items.map(({ index }) => ({ index, row: rowAt(index) })),
    draw,
  )

  const end = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)

  return (
    <div
      ref={useMergedRef(scroll, measured)}
      className={classes.scroll}
      data-stacked={stacked.length > 0 || undefined}
    >
      <table
        className={classes.table}
        aria-label={label}
        aria-rowcount={total ?? -1}
        aria-busy={total === null}
      >
        <colgroup>
          {selection && <col style={{ width: 40 }} />}
          {shown.map(({ key, width: own }) => (
            <col key={key} style={{ width: own }} />
          ))}
          {actions && <col style={{ width: 56 }} />}
        </colgroup>
        <thead className={classes.head}>
          <tr>
            {selection && <SelectAll selection={selection} ids={drawn.map(({ id }) => id)} />}
            {shown.map((column) => (
              <HeadCell key={column.key} column={column} orden={props.orden} onOrden={props.onOrden} />
            ))}
            {actions && (
              <th>
                <VisuallyHidden>Acciones</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          <Space height={items.at(0)?.start ?? 0} />
          {rows}
          <Space height={end} />
        </tbody>
      </table>
    </div>
  )
}

interface Placed<Row> {
  index: number
  row: Row | undefined
}

interface Drawn<Row> extends Placed<Row> {
  element: ReactElement
}

/** Who scrolls draws only the rows that come into sight: React passes over an element that is the same as before. */
function useKeptRows<Row>(
  placed: readonly Placed<Row>[],
  draw: (row: Row | undefined, index: number) => ReactElement,
): ReactElement[] {
  const kept = useRef({ draw, rows: new Map<number, Drawn<Row>>() })
  const before = kept.current.draw === draw ? kept.current.rows : new Map<number, Drawn<Row>>()
  const rows = new Map(
    placed.map(({ index, row }) => {
      const same = before.get(index)
      return [
        index,
        same !== undefined && same.row === row ? same : { index, row, element: draw(row, index) },
      ]
    }),
  )
  kept.current = { draw, rows }
  return [...rows.values()].map(({ element }) => element)
}

/** Stands for the rows that are not drawn. */
function Space({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tr aria-hidden className={classes.space}>
      <td style={{ height }} />
    </tr>
  )
}

function SelectAll({ selection, ids }: { selection: Selection; ids: string[] }) {
  const taken = ids.filter((id) => selection.ids.has(id)).length
  return (
    <th>
      <Checkbox
        size="xs"
        aria-label="Seleccionar las filas a la vista"
        checked={ids.length > 0 && taken === ids.length}
        indeterminate={taken > 0 && taken < ids.length}
        onChange={() => selection.onToggleAll(ids)}
      />
    </th>
  )
}

interface HeadCellProps<Row> {
  column: ListColumn<Row>
  orden: string
  onOrden: (orden: string) => void
}

function HeadCell<Row>({ column, orden, onOrden }: HeadCellProps<Row>) {
  const { title, orden: by, align } = column
  const direction = ordenDirection(orden, by)
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" aria-sort={direction} data-align={align}>
      {by === undefined ? (
        <span className={classes.title}>{title}</span>
      ) : (
        <UnstyledButton className={classes.title} onClick={() => onOrden(turnOrden(orden, by))}>
          {title}
          {direction !== 'none' && <Arrow size={12} aria-hidden />}
        </UnstyledButton>
      )}
    </th>
  )
}

interface ItemRowProps<Row extends { id: string }>
  extends Pick<ListTableProps<Row>, 'selection' | 'actions' | 'onOpen'> {
  row: Row | undefined
  index: number
  shown: readonly ListColumn<Row>[]
  stacked: readonly ListColumn<Row>[]
  /** Of rows that are as high as what stands in them. */
  measure: (row: HTMLTableRowElement | null) => void
  isOpen: boolean
}

function ItemRow<Row extends { id: string }>(props: ItemRowProps<Row>) {
  const { row, index, shown, stacked, measure, selection, actions, isOpen, onOpen } = props

  function open(event: MouseEvent<HTMLTableRowElement>) {
    // A link, a button or a box in the row does what it does, and not this as well; nor does who marks a text want to leave.
    const isControl = event.target instanceof Element && event.target.closest('a, button, input, label')
    if (row && onOpen && !isControl && getSelection()?.isCollapsed !== false) onOpen(row)
  }

  return (
    <tr
      className={classes.row}
      ref={stacked.length > 0 ? measure : null}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={selection && row ? selection.ids.has(row.id) : undefined}
      aria-current={isOpen ? 'true' : undefined}
      data-opens={onOpen ? true : undefined}
      onClick={open}
    >
      {selection && (
        <td>
          {row && (
            <Checkbox
              size="xs"
              aria-label="Seleccionar la fila"
              checked={selection.ids.has(row.id)}
              onChange={() => selection.onToggle(row.id)}
            />
          )}
        </td>
      )}
      {shown.map((column, place) => (
        <td key={column.key} data-align={column.align}>
          {row ? column.render(row) : <Skeleton height={12} width="60%" />}
          {place === 0 && row && stacked.length > 0 && (
            <div className={classes.second}>
              {stacked.map(({ key, title, isTitled, render }) => (
                <span key={key} title={title}>
                  {isTitled && `${title} `}
                  {render(row)}
                </span>
              ))}
            </div>
          )}
        </td>
      ))}
      {actions && <td>{row && actions(row)}</td>}
    </tr>
  )
}
