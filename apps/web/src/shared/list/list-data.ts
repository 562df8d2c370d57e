/** A list as a table reads it, however its pages come. */
export interface ListData<Row> {
  /** Null until it is known. */
  total: number | null
  /** There are more than `total`: of lists that nobody counts. */
  hasMore: boolean
  rowAt: (index: number) => Row | undefined
  onRange: (first: number, last: number) => void
  error: Error | null
  retry: () => void
}
