import { useState } from 'react'
import { keepRowKeys } from './row-keys.ts'

/** A key for each row of a list that is edited: what stands in a row, such as the cursor or an open menu, stays with it wherever it goes. */
export function useRowKeys(rows: readonly unknown[]): (at: number) => number {
  const [kept, setKept] = useState(() => keepRowKeys(null, rows))
  const next = keepRowKeys(kept, rows)
  if (next !== kept) setKept(next)
  return (at) => next.rows[at]?.key ?? at
}
