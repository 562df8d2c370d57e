import type { Fila, PaginaDeFilas, TablaGuardada } from '@div/contract'
import { keepPreviousData, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { callApi } from '../../shared/api-client.ts'
import { useKeptTotal } from './use-kept-total.ts'

const PAGE_SIZE = 200

export interface FilasWindow {
  /** Null until it is known. */
  total: number | null
  /** Undefined while it is on its way. */
  filaAt: (index: number) => Fila | undefined
  onRange: (first: number, last: number) => void
  /** All rows from one to another, whether they are on the screen or not. */
  load: (first: number, last: number) => Promise<Fila[]>
  /** Puts rows that were stored in the place of what they were. */
  replace: (filas: readonly Fila[]) => void
  /** Reads anew what is on the screen. */
  refresh: () => Promise<void>
  error: Error | null
  retry: () => void
}

/** The rows of a tabla. Of however many there are only the windows on the screen are read, wherever somebody scrolls to. */
export function useFilas(
  { id: tablaId, revision }: Pick<TablaGuardada, 'id' | 'revision'>,
  query: Readonly<Record<string, string>>,
): FilasWindow {
  const queries = useQueryClient()
  const [pages, setPages] = useState<readonly number[]>([0])
  const optionsOf = useCallback(
    (page: number) => ({
      // Rows that were read with other columns are read anew.
      queryKey: ['tablas', 'filas', tablaId, revision, query, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const window = { ...query, limite: String(PAGE_SIZE), saltar: String(page * PAGE_SIZE) }
        return callApi<PaginaDeFilas>('GET', `tablas/${tablaId}/filas?${new URLSearchParams(window)}`, {
          signal,
        })
      },
    }),
    [tablaId, revision, query],
  )
  const results = useQueries({
    queries: pages.map((page) => ({
      ...optionsOf(page),
      // While another search is on its way the rows of the one before stay.
      placeholderData: keepPreviousData<PaginaDeFilas>,
    })),
  })
  const total = useKeptTotal(results.find(({ data }) => data !== undefined)?.data?.total ?? null)
  const all = useMemo(() => ['tablas', 'filas', tablaId], [tablaId])

  const onRange = useCallback((first: number, last: number) => {
    const wanted = pagesOf(first, last)
    setPages((current) => (String(current) === String(wanted) ? current : wanted))
  }, [])

  const load = useCallback(
    async (first: number, last: number) => {
      const read = await Promise.all(pagesOf(first, last).map((page) => queries.fetchQuery(optionsOf(page))))
      const from = Math.floor(first / PAGE_SIZE) * PAGE_SIZE
      return read.flatMap(({ filas }) => filas).slice(first - from, last - from + 1)
    },
    [queries, optionsOf],
  )

  const replace = useCallback(
    (filas: readonly Fila[]) => {
      const byId = new Map(filas.map((fila) => [fila.id, fila]))
      queries.setQueriesData<PaginaDeFilas>({ queryKey: all }, (page) =>
        page?.filas.some(({ id }) => byId.has(id))
          ? { ...page, filas: page.filas.map((fila) => byId.get(fila.id) ?? fila) }
          : page,
      )
    },
    [queries, all],
  )

  const refresh = useCallback(async () => {
    void queries.invalidateQueries({ queryKey: ['tablas', 'lista'] })
    await queries.invalidateQueries({ queryKey: all })
  }, [queries, all])

  return {
    total,
    filaAt(index) {
      const place = pages.indexOf(Math.floor(index / PAGE_SIZE))
      return results[place]?.data?.filas[index % PAGE_SIZE]
    },
    onRange,
    load,
    replace,
    refresh,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const { error, refetch } of results) if (error !== null) void refetch()
    },
  }
}

function pagesOf(first: number, last: number): number[] {
  const from = Math.floor(first / PAGE_SIZE)
  const to = Math.floor(last / PAGE_SIZE)
  return Array.from({ length: to - from + 1 }, (_, offset) => from + offset)
}
