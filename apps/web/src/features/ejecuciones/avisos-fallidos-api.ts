import type { AvisoFallido, AvisosDescartados, AvisosReintentados } from '@div/contract'
import { useQueryClient } from '@tanstack/react-query'
import { callApi, listApi } from '../../shared/api-client.ts'
import type { ListData } from '../../shared/list/list-data.ts'
import { usePagesByKey } from '../../shared/list/use-pages-by-key.ts'

const RESOURCE = 'avisos-fallidos'
const PAGE_SIZE = '100'
const REFRESH_MS = 5_000

export function useAvisosFallidos(query: Readonly<Record<string, string>>): ListData<AvisoFallido> {
  return usePagesByKey<AvisoFallido>({
    queryKey: [RESOURCE, query],
    fetchPage: (despuesDe, signal) => {
      const page = new URLSearchParams({ ...query, limite: PAGE_SIZE, ...(despuesDe && { despuesDe }) })
      return listApi<AvisoFallido>(`${RESOURCE}?${page}`, { signal })
    },
    refreshMs: REFRESH_MS,
  })
}

/** What is done with many of them; answers how many it was. */
export function useManyAvisosFallidos() {
  const queries = useQueryClient()
  async function post<Answer>(accion: 'reintentar' | 'descartar', ids: readonly string[]): Promise<Answer> {
    const answer = await callApi<Answer>('POST', `${RESOURCE}/${accion}`, { body: { ids } })
    await queries.invalidateQueries({ queryKey: [RESOURCE] })
    return answer
  }
  return {
    retry: async (ids: readonly string[]) =>
      (await post<AvisosReintentados>('reintentar', ids)).reintentados.length,
    discard: async (ids: readonly string[]) =>
      (await post<AvisosDescartados>('descartar', ids)).descartados.length,
  }
}
