import type { ConsultaProbada, Nodo } from '@div/contract'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { callApi } from '../../../shared/api-client.ts'
import { describeError } from '../../../shared/api-error.ts'
import { sampleRowQuery } from './sample-row-sql.ts'

/** A row that can be read from a table, once a person asks for it. */
export interface RowOffer {
  nodo: string
  tabla: string
  isLoading: boolean
  failure: string | null
  load: () => void
}

export interface SampleRows {
  /** What reading the table gives, by node, with the one row that was read. */
  salidas: ReadonlyMap<string, unknown>
  offers: readonly RowOffer[]
}

/** Before anything was tried: what stands in the tables that nodes read. Nothing is read until it is asked for. */
export function useSampleRows(nodos: readonly Nodo[]): SampleRows {
  const asked = useMemo(
    () =>
      nodos.flatMap((nodo) => {
        const query = sampleRowQuery(nodo)
        return query ? [{ nodo: nodo.id, ...query }] : []
      }),
    [nodos],
  )
  const combine = useCallback((results: readonly RowResult[]) => toSampleRows(asked, results), [asked])
  return useQueries({
    queries: asked.map(({ servidorId, sql }) => ({
      queryKey: ['servidores', 'fila', servidorId, sql],
      // Not to be given up where its tree goes: the wider inspector that comes in its place shows what was asked for here.
      queryFn: () =>
        callApi<ConsultaProbada>('POST', `servidores/${servidorId}/consultar`, { body: { sql } }),
      enabled: false,
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine,
  })
}

type RowResult = Pick<UseQueryResult<ConsultaProbada>, 'data' | 'error' | 'isFetching' | 'refetch'>

function toSampleRows(
  asked: readonly { nodo: string; tabla: string }[],
  results: readonly RowResult[],
): SampleRows {
  const salidas = new Map<string, unknown>()
  const offers: RowOffer[] = []
  for (const [index, { nodo, tabla }] of asked.entries()) {
    const result = results[index]
    if (result === undefined) continue
    const { data, error, isFetching, refetch } = result
    if (data) salidas.set(nodo, { filas: data.filas })
    else {
      const failure = error === null ? null : describeError(error)
      offers.push({ nodo, tabla, isLoading: isFetching, failure, load: () => void refetch() })
    }
  }
  return { salidas, offers }
}
