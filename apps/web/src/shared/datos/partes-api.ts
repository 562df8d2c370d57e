import type { Lado, PaginaDeValor, PartesDeEjecucion } from '@div/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../api-client.ts'

/** Where in which test run a value stood. */
export interface LugarDeValor {
  ejecucion: string
  /** Its place in the trace; null: the answer. */
  paso: number | null
  lado: Lado
}

/** What is kept of a test run by page. It is there as soon as the run has answered, and does not change. */
export function usePartes(ejecucion: string) {
  return useQuery({
    queryKey: ['ejecuciones', 'partes', ejecucion],
    queryFn: ({ signal }) => callApi<PartesDeEjecucion>('GET', `ejecuciones/${ejecucion}/partes`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** One page, counted from zero; the one before stands until it is there. */
export function usePagina({
  ejecucion,
  parte,
  pagina,
}: {
  ejecucion: string
  parte: number
  pagina: number
}) {
  return useQuery({
    queryKey: ['ejecuciones', 'partes', ejecucion, parte, pagina],
    queryFn: ({ signal }) =>
      callApi<PaginaDeValor>('GET', `ejecuciones/${ejecucion}/partes/${parte}?pagina=${pagina}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
}
