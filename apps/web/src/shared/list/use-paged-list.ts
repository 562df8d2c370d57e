import { useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { listApi } from '../api-client.ts'
import type { ListData } from './list-data.ts'

const PAGE_SIZE = 100

/** What was shown last: as long as nothing is known of what is asked now, it stays. */
interface Known<Row> {
  search: string
  total: number
  pages: ReadonlyMap<number, readonly Row[]>
}

interface PagedListOptions {
  /** Asked anew while it is looked at: for lists that tell how something does now. */
  refreshMs?: number | false
}

/** The list of a resource. Of its rows only the pages on the screen are fetched (`?desde=`), however many there are. */
export function usePagedList<Row>(
  path: string,
  query: Readonly<Record<string, string>> = {},
  { refreshMs = false }: PagedListOptions = {},
): ListData<Row> {
  const [wanted, setWanted] = useState<readonly number[]>([0])
  const results = useQueries({
    queries: wanted.map((page) => ({
      queryKey: [path, 'lista', query, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        listApi<Row>(`${path}?${pageQuery(query, page)}`, { signal }),
      refetchInterval: refreshMs,
    })),
  })
  const search = JSON.stringify([path, query])
  const pages = new Map(
    wanted.flatMap((page, place) => {
      const items = results[place]?.data?.items
      return items === undefined ? [] : [[page, items] as const]
    }),
  )
  const [known, setKnown] = useState<Known<Row> | null>(null)
  const total = results.find(({ data }) => data !== undefined)?.data?.total
  if (total !== undefined && (known?.search !== search || known.total !== total))
    setKnown({ search, total, pages })
  // While another search is on its way the rows of the one before stay.
  const before = known !== null && known.search !== search && total === undefined ? known.pages : null
  const onRange = useCallback((first: number, last: number) => {
    const range = pagesOf(first, last)
    setWanted((current) => (sameNumbers(current, range) ? current : range))
  }, [])
  return {
    // Pages far away are on their way: there are as many rows as before.
    total: total ?? known?.total ?? null,
    hasMore: false,
    rowAt(index) {
      const page = Math.floor(index / PAGE_SIZE)
      return (pages.get(page) ?? before?.get(page))?.[index % PAGE_SIZE]
    },
    onRange,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const { error, refetch } of results) if (error !== null) void refetch()
    },
  }
}

function pageQuery(query: Readonly<Record<string, string>>, page: number): string {
  return new URLSearchParams({
    ...query,
    limite: String(PAGE_SIZE),
    desde: String(page * PAGE_SIZE),
  }).toString()
}

function pagesOf(first: number, last: number): number[] {
  const from = Math.floor(first / PAGE_SIZE)
  const to = Math.floor(last / PAGE_SIZE)
  return Array.from({ length: to - from + 1 }, (_, offset) => from + offset)
}

function sameNumbers(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index])
}
