import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ListData } from './list-data.ts'

/** Rows before the end at which the next page is asked for. */
const AHEAD = 30

interface PageByKey<Row> {
  items: readonly Row[]
  /** Where the next page begins; null at the end. */
  siguiente: string | null
}

interface PagesByKeyOptions<Row> {
  queryKey: QueryKey
  /** Null: the first page. */
  fetchPage: (siguiente: string | null, signal: AbortSignal) => Promise<PageByKey<Row>>
  /** How often the first page is read anew. */
  refreshMs?: number | null
}

/** A list that is paged by key: what comes in at its top, such as runs, shifts nothing of what follows. */
export function usePagesByKey<Row>(options: PagesByKeyOptions<Row>): ListData<Row> {
  const { queryKey, fetchPage, refreshMs = null } = options
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ siguiente }) => siguiente,
    // Who reads further down is not moved by what comes in above.
    refetchInterval: ({ state }) =>
      refreshMs !== null && state.data?.pages.length === 1 ? refreshMs : false,
  })
  const rows = useMemo(() => data?.pages.flatMap(({ items }) => items), [data])
  const count = rows?.length ?? 0
  const onRange = useCallback(
    (_first: number, last: number) => {
      if (hasNextPage && !isFetching && last + AHEAD >= count) void fetchNextPage()
    },
    [hasNextPage, isFetching, count, fetchNextPage],
  )
  return {
    total: rows?.length ?? null,
    hasMore: hasNextPage,
    rowAt: (index) => rows?.[index],
    onRange,
    error,
    retry: () => void refetch(),
  }
}
