import type { Perdida, PerdidaDetallada, PerdidasDescartadas, PerdidasReintentadas } from '@div/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi, listApi } from '../../shared/api-client.ts'
import type { ListData } from '../../shared/list/list-data.ts'
import { usePagesByKey } from '../../shared/list/use-pages-by-key.ts'

const RESOURCE = 'ejecuciones-perdidas'
const PAGE_SIZE = '100'
const REFRESH_MS = 5_000

export function usePerdidas(query: Readonly<Record<string, string>>): ListData<Perdida> {
  return usePagesByKey<Perdida>({
    queryKey: [RESOURCE, 'lista', query],
    fetchPage: (despuesDe, signal) => {
      const page = new URLSearchParams({ ...query, limite: PAGE_SIZE, ...(despuesDe && { despuesDe }) })
      return listApi<Perdida>(`${RESOURCE}?${page}`, { signal })
    },
    refreshMs: REFRESH_MS,
  })
}

export function usePerdida(id: string) {
  return useQuery({
    queryKey: [RESOURCE, 'una', id],
    queryFn: ({ signal }) => callApi<PerdidaDetallada>('GET', `${RESOURCE}/${id}`, { signal }),
  })
}

/** Begins one again, with an input that somebody has mended. */
export function useRetryPerdida(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { entrada?: unknown }) =>
      callApi<PerdidasReintentadas>('POST', `${RESOURCE}/${id}/reintentar`, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [RESOURCE, 'lista'] }),
  })
}

/** What is done with many of them; answers how many it was. */
export function useManyPerdidas() {
  const queries = useQueryClient()
  async function post<Answer>(accion: 'reintentar' | 'descartar', ids: readonly string[]): Promise<Answer> {
    const answer = await callApi<Answer>('POST', `${RESOURCE}/${accion}`, { body: { ids } })
    await queries.invalidateQueries({ queryKey: [RESOURCE, 'lista'] })
    return answer
  }
  return {
    retry: async (ids: readonly string[]) =>
      (await post<PerdidasReintentadas>('reintentar', ids)).reintentadas.length,
    discard: async (ids: readonly string[]) =>
      (await post<PerdidasDescartadas>('descartar', ids)).descartadas.length,
  }
}
