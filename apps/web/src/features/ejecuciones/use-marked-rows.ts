import { useState } from 'react'
import type { ListData } from '../../shared/list/list-data.ts'
import { type ListSelection, useSelection } from '../../shared/list/use-selection.ts'

/** The marked rows, also those that the list no longer shows: what comes in above moves them out of it, and so does another filter. */
export function useMarkedRows<Row extends { id: string }>({
  total,
  rowAt,
}: ListData<Row>): { selection: ListSelection; rows: readonly Row[] } {
  const selection = useSelection()
  const [known, setKnown] = useState<ReadonlyMap<string, Row>>(new Map())

  /** As they stand in the list at the moment in which they are marked. */
  function keep(ids: readonly string[]) {
    const wanted = new Set(ids)
    const shown = Array.from({ length: total ?? 0 }, (_, index) => rowAt(index)).filter(
      (row): row is Row => row !== undefined && wanted.has(row.id),
    )
    setKnown((current) => new Map([...current, ...shown.map((row) => [row.id, row] as const)]))
  }

  return {
    selection: {
      ...selection,
      onToggle(id) {
        keep([id])
        selection.onToggle(id)
      },
      onToggleAll(ids) {
        keep(ids)
        selection.onToggleAll(ids)
      },
    },
    rows: [...selection.ids].flatMap((id) => known.get(id) ?? []),
  }
}
