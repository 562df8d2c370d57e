import type {
  Cancelacion,
  CasoDePrueba,
  CasoDePruebaGuardado,
  Ejecucion,
  EjecucionResumen,
  ResultadoDeEjecucion,
  ResultadosDeCasos,
} from '@div/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi, listApi } from '../../../shared/api-client.ts'

interface Ejecutar {
  entrada: Readonly<Record<string, unknown>>
  /** The last node that runs. */
  nodo?: string
  datosFijados?: Readonly<Record<string, unknown>>
  /** To watch it by. */
  seguimiento: string
}

export function runProceso(id: string, body: Ejecutar, signal: AbortSignal): Promise<ResultadoDeEjecucion> {
  return callApi('POST', `procesos/${id}/ejecutar`, { body, signal })
}

/** A run of the history again with the draft, from a node on. */
export function replayEjecucion(
  id: string,
  body: { version: 'borrador'; nodo?: string; seguimiento: string },
  signal: AbortSignal,
): Promise<ResultadoDeEjecucion> {
  return callApi('POST', `ejecuciones/${id}/reintentar`, { body, signal })
}

export function cancelEjecucion(id: string): Promise<Cancelacion> {
  return callApi('POST', `ejecuciones/${id}/cancelar`)
}

export function readEjecucion(id: string, signal?: AbortSignal): Promise<Ejecucion> {
  return callApi('GET', `ejecuciones/${id}`, signal ? { signal } : {})
}

const HISTORY_PAGE = '25'
const HISTORY_MS = 5_000

/** The last runs of a proceso, wherever they came from. */
export function useHistorial(procesoId: string, filter: { estado: string; origen: string }) {
  return useQuery({
    queryKey: ['ejecuciones', 'lienzo', procesoId, filter],
    async queryFn({ signal }) {
      const query = new URLSearchParams({ procesoId, limite: HISTORY_PAGE })
      for (const [name, value] of Object.entries(filter)) if (value !== '') query.set(name, value)
      return (await listApi<EjecucionResumen>(`ejecuciones?${query}`, { signal })).items
    },
    refetchInterval: HISTORY_MS,
  })
}

const casosKey = (procesoId: string) => ['procesos', 'casos', procesoId]

export function useCasos(procesoId: string) {
  return useQuery({
    queryKey: casosKey(procesoId),
    queryFn: ({ signal }) =>
      callApi<CasoDePruebaGuardado[]>('GET', `procesos/${procesoId}/casos-prueba`, { signal }),
  })
}

/** A case as it is written: a new one, or a revision of one. */
export type CasoToWrite = CasoDePrueba & { id?: string; revision?: number }

export function useWriteCaso(procesoId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision, ...caso }: CasoToWrite) =>
      id === undefined
        ? callApi<CasoDePruebaGuardado>('POST', `procesos/${procesoId}/casos-prueba`, { body: caso })
        : callApi<CasoDePruebaGuardado>('PUT', `procesos/${procesoId}/casos-prueba/${id}`, {
            body: { ...caso, revision },
          }),
    onSettled: () => queries.invalidateQueries({ queryKey: casosKey(procesoId) }),
  })
}

export function useRemoveCaso(procesoId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi('DELETE', `procesos/${procesoId}/casos-prueba/${id}`),
    onSettled: () => queries.invalidateQueries({ queryKey: casosKey(procesoId) }),
  })
}

/** Against the draft as it is stored. */
export function runCasos(procesoId: string, casos?: readonly string[]): Promise<ResultadosDeCasos> {
  return callApi('POST', `procesos/${procesoId}/casos-prueba/ejecutar`, { body: casos ? { casos } : {} })
}
