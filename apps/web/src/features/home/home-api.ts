import type { ResumenDeEjecuciones, SiguienteDisparo } from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../shared/api-client.ts'

const REFRESH_MS = 30_000
const HOURS = 24

/** What ran in the last day. */
export function useResumen() {
  return useQuery({
    queryKey: ['ejecuciones', 'resumen', HOURS],
    queryFn: ({ signal }) =>
      callApi<ResumenDeEjecuciones>('GET', `ejecuciones/resumen?horas=${HOURS}`, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

/** The next firing of each tarea, soonest first. */
export function useSiguientes(limite: number) {
  return useQuery({
    queryKey: ['tareas-programadas', 'siguientes', limite],
    queryFn: ({ signal }) =>
      callApi<SiguienteDisparo[]>('GET', `tareas-programadas/siguientes?limite=${limite}`, { signal }),
    refetchInterval: REFRESH_MS,
  })
}
