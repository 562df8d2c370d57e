import type { Cancelacion, EventoApartado } from '@div/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../shared/api-client.ts'

const pathOf = (tareaId: string) => `tareas-programadas/${tareaId}/eventos-apartados`
const keyOf = (tareaId: string) => ['tareas-programadas', 'apartados', tareaId]
/** Events that are read at once. */
const APARTADOS = 50
const REFRESH_MS = 5_000

/** Newest first. While only their beginning is shown they are read anew as others come. */
export function useApartados(tareaId: string) {
  const { data, ...pages } = useInfiniteQuery({
    queryKey: keyOf(tareaId),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        limite: String(APARTADOS),
        ...(pageParam && { antesDe: pageParam }),
      })
      return callApi<EventoApartado[]>('GET', `${pathOf(tareaId)}?${query}`, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (page) => (page.length === APARTADOS ? page.at(-1)?.momento : undefined),
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? REFRESH_MS : false),
  })
  return { ...pages, apartados: data?.pages.flat() }
}

/** What can be done with one of them; each rejects with what the API refused. */
export function useDecideApartado(tareaId: string, id: string) {
  const queries = useQueryClient()
  const path = `${pathOf(tareaId)}/${id}`
  const tell = () => queries.invalidateQueries({ queryKey: ['tareas-programadas'] })
  return {
    /** Answers the run that it began. */
    async retry(): Promise<Cancelacion> {
      const begun = await callApi<Cancelacion>('POST', `${path}/reintentar`)
      await tell()
      return begun
    },
    async discard(): Promise<void> {
      await callApi<undefined>('DELETE', path)
      await tell()
    },
  }
}
