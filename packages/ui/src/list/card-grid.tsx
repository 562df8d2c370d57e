import { Skeleton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './card-grid.module.css'
import { useWidth } from './use-width.ts'

const GAP = 12
const OVERSCAN_ROWS = 3
/** Cards that are drawn grey before it is known how many there are. */
const SKELETON_CARDS = 6

export interface CardGridProps<Row extends { id: string }> {
  /** What is listed, for who does not see it. */
  label: string
  /** Null until it is known. */
  total: number | null
  /** Undefined while the row is on its way. */
  rowAt: (index: number) => Row | undefined
  /** Told which rows are on the screen, so that they can be fetched. */
  onRange: (first: number, last: number) => void
  render: (row: Row) => ReactNode
  /** Of every card, in pixels. */
  height: number
  /** The narrowest card; as many stand side by side as there is room for. */
  minWidth: number
}

/** A list of any length as cards: only those on the screen are drawn. */
export function CardGrid<Row extends { id: string }>(props: CardGridProps<Row>) {
  const { label, total, rowAt, onRange, render, height, minWidth } = props
  const scroll = useRef<HTMLDivElement>(null)
  const { ref: measured, width } = useWidth<HTMLUListElement>()
  const columns = Math.max(1, Math.floor((width + GAP) / (minWidth + GAP)))
  const count = total ?? SKELETON_CARDS
  const virtualizer = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => scroll.current,
    estimateSize: () => height + GAP,
    overscan: OVERSCAN_ROWS,
  })
  const rows = virtualizer.getVirtualItems()
  const first = (rows.at(0)?.index ?? 0) * columns
  const last = Math.min(count - 1, ((rows.at(-1)?.index ?? 0) + 1) * columns - 1)
  useEffect(() => onRange(first, Math.max(first, last)), [onRange, first, last])
  const cardWidth = (width - GAP * (columns - 1)) / columns

  return (
    <div ref={scroll} className={classes.scroll}>
      <ul
        ref={measured}
        className={classes.rows}
        aria-label={label}
        aria-busy={total === null}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.flatMap(({ index, start }) =>
          Array.from({ length: Math.min(columns, count - index * columns) }, (_, column) => {
            const place = index * columns + column
            const row = rowAt(place)
            return (
              <li
                key={place}
                className={classes.cell}
                aria-setsize={total ?? -1}
                aria-posinset={place + 1}
                style={{
                  height,
                  width: cardWidth,
                  transform: `translate(${column * (cardWidth + GAP)}px, ${start}px)`,
                }}
              >
                {row ? render(row) : <Skeleton height={height} className={classes.loading} />}
              </li>
            )
          }),
        )}
      </ul>
    </div>
  )
}
