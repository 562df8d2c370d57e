import type { Cancelacion, Ejecucion, EjecucionResumen, Flujo, ResultadoDeEjecucion } from '@div/contract'
import { type InfiniteData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi, listApi } from '../../shared/api-client.ts'
import { ApiError } from '../../shared/api-error.ts'
import { useLiveSignal } from '../../shared/en-vivo/use-live-signal.ts'
import type { ListData } from '../../shared/list/list-data.ts'
import { usePagesByKey } from '../../shared/list/use-pages-by-key.ts'
import { isYoung } from './accepted-at.ts'
import { type RepeatOptions, repeatEach } from './repeat-each.ts'

const PAGE_SIZE = '100'
/** How often a list or a run that goes on is read anew. */
const LIVE_MS = 5_000
const RUNNING_MS = 1_000
/** A run is in the history a moment after its answer. */
const HISTORY_TRIES = 6

export function useEjecuciones(
  query: Readonly<Record<string, string>>,
  { isLive }: { isLive: boolean },
): ListData<EjecucionResumen> {
  const queries = useQueryClient()
  const queryKey = ['ejecuciones', 'lista', query]
  const isHeard = useLiveSignal(
    'ejecuciones',
    () => {
      // Who reads further down is not moved by what comes in above.
      const shown = queries.getQueryData<InfiniteData<unknown>>(queryKey)
      if (shown === undefined || shown.pages.length === 1) void queries.invalidateQueries({ queryKey })
    },
    { isWanted: isLive },
  )
  // What sleeps is told of by nobody.
  const asks = isLive && (!isHeard || query.estado === 'esperando')
  return usePagesByKey<EjecucionResumen>({
    queryKey,
    fetchPage: (despuesDe, signal) => {
      const page = new URLSearchParams({ ...query, limite: PAGE_SIZE, ...(despuesDe && { despuesDe }) })
      return listApi<EjecucionResumen>(`ejecuciones?${page}`, { signal })
    },
    refreshMs: asks ? LIVE_MS : null,
  })
}

export function useEjecucion(id: string) {
  return useQuery({
    queryKey: ['ejecuciones', 'una', id],
    queryFn: ({ signal }) => callApi<Ejecucion>('GET', `ejecuciones/${id}`, { signal }),
    retry: (failures, error) =>
      error instanceof ApiError &&
      error.status === 404 &&
      failures < HISTORY_TRIES &&
      isYoung(id, Date.now()),
    retryDelay: RUNNING_MS / 2,
    refetchInterval: ({ state }) => (isRunning(state.data) ? RUNNING_MS : false),
  })
}

export function isRunning(ejecucion: Pick<Ejecucion, 'estado'> | undefined): boolean {
  return ['ejecutando', 'en_cola', 'esperando'].includes(ejecucion?.estado ?? '')
}

/** The drawing of the version that ran; of the draft, of a run of the draft. One that is gone has none. */
export function useFlujoDeEjecucion({ procesoId, version }: Pick<Ejecucion, 'procesoId' | 'version'>): {
  flujo: Flujo | undefined
  isPending: boolean
} {
  const path = version === null ? `procesos/${procesoId}` : `procesos/${procesoId}/versiones/${version}`
  const { data, isPending } = useQuery({
    queryKey: ['procesos', 'flujo', procesoId, version],
    queryFn: ({ signal }) => callApi<{ flujo: Flujo }>('GET', path, { signal }),
  })
  return { flujo: data?.flujo, isPending }
}

export function useCancel(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => callApi<Cancelacion>('POST', `ejecuciones/${id}/cancelar`),
    onSettled: () => queries.invalidateQueries({ queryKey: ['ejecuciones'] }),
  })
}

export interface Repeticion {
  version: 'misma' | 'publicada' | 'borrador'
  /** From here on; without, from the beginning. */
  desde?: {
    nodo: string
    /** Only this item of the regions around. */
    iteracion?: readonly number[]
  }
}

const postRetry = (id: string, { version, desde }: Repeticion) =>
  callApi<ResultadoDeEjecucion>('POST', `ejecuciones/${id}/reintentar`, { body: { version, ...desde } })

export function useRetry(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (repeticion: Repeticion) => postRetry(id, repeticion),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['ejecuciones', 'lista'] }),
  })
}

/** Each of many, all with the same choice of version. */
export function useRetryMany() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({
      rows,
      version,
      ...watch
    }: Omit<RepeatOptions, 'repeat'> & Pick<Repeticion, 'version'> & { rows: readonly EjecucionResumen[] }) =>
      repeatEach(rows, { ...watch, repeat: (id) => postRetry(id, { version }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['ejecuciones', 'lista'] }),
  })
}
