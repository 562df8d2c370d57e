import type {
  AsignacionGuardada,
  CanalGuardado,
  Coleccion,
  ColeccionGuardada,
  ColeccionImportada,
  ColeccionParaImportar,
  ColeccionResumen,
  Ejecucion,
  Entorno,
  EntornoGuardado,
  LimitesDeCarga,
  Parametro,
  PeticionDePrueba,
  PeticionEnviada,
  RespuestaMostrada,
  ResultadoDeCarga,
  SobreDePrueba,
  Version,
} from '@div/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi, listApi } from '../../shared/api-client.ts'
import { ApiError } from '../../shared/api-error.ts'
import { entradaOf } from '../../shared/entrada/entrada-schema.ts'
import { versionKey } from '../../shared/procesos/use-versiones.ts'
import { toLlamada } from './peticion-draft.ts'

const KEYS = {
  entornos: ['test-cliente', 'entornos'],
  historial: ['test-cliente', 'historial'],
  colecciones: ['colecciones', 'lista'],
} as const
/** How often an accepted run is asked how it goes. */
const FOLLOW_MS = 1_000
/** A run is in the history a moment after its answer. */
const FOLLOW_TRIES = 10

export function useCanal(id: string | null) {
  return useQuery({
    queryKey: ['canales', 'uno', id],
    queryFn: ({ signal }) => callApi<CanalGuardado>('GET', `canales/${id}`, { signal }),
    enabled: id !== null,
  })
}

/** Whether there is any canal to call; undefined until it is known. */
export function useHasCanales(): boolean | undefined {
  const { data } = useQuery({
    queryKey: ['canales', 'lista', 'alguno'],
    queryFn: ({ signal }) => listApi<CanalGuardado>('canales?limite=1', { signal }),
  })
  return data && data.total > 0
}

export function useAsignaciones(canalId: string | null) {
  return useQuery({
    queryKey: ['canales', 'asignaciones', canalId],
    queryFn: ({ signal }) => callApi<AsignacionGuardada[]>('GET', `canales/${canalId}/procesos`, { signal }),
    enabled: canalId !== null,
  })
}

/** What an assigned proceso asks for. */
export function useLoadParametros(): (asignacion: AsignacionGuardada) => Promise<readonly Parametro[]> {
  const queries = useQueryClient()
  return async ({ procesoId, version, versionPublicada }) => {
    const number = version === 'publicada' ? versionPublicada : version
    if (number === null) return []
    const { flujo } = await queries.fetchQuery({
      queryKey: versionKey(procesoId, number),
      queryFn: ({ signal }) =>
        callApi<Version>('GET', `procesos/${procesoId}/versiones/${number}`, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    })
    return entradaOf(flujo)
  }
}

export function useSend() {
  const queries = useQueryClient()
  return async (
    peticion: PeticionDePrueba,
    entornoId: string | null,
    signal?: AbortSignal,
  ): Promise<RespuestaMostrada> => {
    const { path, body } = toLlamada(peticion, entornoId)
    try {
      return await callApi<RespuestaMostrada>('POST', path, { body, signal })
    } finally {
      void queries.invalidateQueries({ queryKey: KEYS.historial })
    }
  }
}

interface Carga {
  peticion: PeticionDePrueba
  entornoId: string | null
  veces: number
  aLaVez: number
}

export function runCarga(
  { peticion, entornoId, ...how }: Carga,
  signal: AbortSignal,
): Promise<ResultadoDeCarga> {
  const { body } = toLlamada(peticion, entornoId)
  return callApi('POST', 'test-cliente/carga', { body: { ...body, ...how }, signal })
}

export function useLimitesDeCarga() {
  return useQuery({
    queryKey: ['test-cliente', 'carga'],
    queryFn: ({ signal }) => callApi<LimitesDeCarga>('GET', 'test-cliente/carga', { signal }),
  })
}

export function writeSobre(body: {
  canalId: string
  operacion: string
  version: '1.1' | '1.2'
  entrada: Record<string, unknown>
}): Promise<SobreDePrueba> {
  return callApi('POST', 'test-cliente/sobre', { body })
}

/** A run that was accepted, until it has ended. */
export function useSeguimiento(id: string) {
  return useQuery({
    queryKey: ['ejecuciones', 'una', id],
    queryFn: ({ signal }) => callApi<Ejecucion>('GET', `ejecuciones/${id}`, { signal }),
    retry: (failures, error) => error instanceof ApiError && error.status === 404 && failures < FOLLOW_TRIES,
    retryDelay: FOLLOW_MS,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? FOLLOW_MS : false),
  })
}

function isUnderWay(ejecucion: Ejecucion | undefined): boolean {
  return ['ejecutando', 'en_cola', 'esperando'].includes(ejecucion?.estado ?? '')
}

export function useEntornos() {
  return useQuery({
    queryKey: KEYS.entornos,
    queryFn: ({ signal }) => callApi<EntornoGuardado[]>('GET', 'test-cliente/entornos', { signal }),
  })
}

export function useEntornoActions() {
  const queries = useQueryClient()
  const forget = () => queries.invalidateQueries({ queryKey: KEYS.entornos })
  return {
    async store(entorno: Entorno, stored: EntornoGuardado | null): Promise<EntornoGuardado> {
      const answer = stored
        ? await callApi<EntornoGuardado>('PUT', `test-cliente/entornos/${stored.id}`, {
            body: { ...entorno, revision: stored.revision },
          })
        : await callApi<EntornoGuardado>('POST', 'test-cliente/entornos', { body: entorno })
      await forget()
      return answer
    },
    async remove(id: string) {
      await callApi('DELETE', `test-cliente/entornos/${id}`)
      await forget()
    },
  }
}

export function useHistorial() {
  return useQuery({
    queryKey: KEYS.historial,
    queryFn: ({ signal }) => callApi<PeticionEnviada[]>('GET', 'test-cliente/historial', { signal }),
  })
}

export function useForgetHistorial() {
  const queries = useQueryClient()
  return async () => {
    await callApi('DELETE', 'test-cliente/historial')
    await queries.invalidateQueries({ queryKey: KEYS.historial })
  }
}

export function useColecciones() {
  return useQuery({
    queryKey: KEYS.colecciones,
    queryFn: ({ signal }) => callApi<ColeccionResumen[]>('GET', 'colecciones?orden=nombre', { signal }),
  })
}

export function useColeccion(id: string | null) {
  return useQuery({
    queryKey: ['colecciones', 'una', id],
    queryFn: ({ signal }) => readColeccion(id ?? '', signal),
    enabled: id !== null,
  })
}

function readColeccion(id: string, signal?: AbortSignal): Promise<ColeccionGuardada> {
  return callApi('GET', `colecciones/${id}`, { signal })
}

export function useColeccionActions() {
  const queries = useQueryClient()
  const forget = () => queries.invalidateQueries({ queryKey: ['colecciones'] })
  return {
    async create(coleccion: Coleccion): Promise<ColeccionGuardada> {
      const created = await callApi<ColeccionGuardada>('POST', 'colecciones', { body: coleccion })
      await forget()
      return created
    },
    /** With the variables that it names, which become an entorno: all of it or nothing. */
    async bring(brought: ColeccionParaImportar): Promise<ColeccionImportada> {
      const imported = await callApi<ColeccionImportada>('POST', 'colecciones/importar', { body: brought })
      await Promise.all([forget(), queries.invalidateQueries({ queryKey: KEYS.entornos })])
      return imported
    },
    /** Reads it anew: somebody else may have put something in it meanwhile. */
    async change(
      id: string,
      change: (coleccion: ColeccionGuardada) => ColeccionGuardada,
    ): Promise<ColeccionGuardada> {
      const body = change(await readColeccion(id))
      const stored = await callApi<ColeccionGuardada>('PUT', `colecciones/${id}`, { body })
      await forget()
      return stored
    },
    async remove(id: string) {
      await callApi('DELETE', `colecciones/${id}`)
      await forget()
    },
  }
}

/** Every canal, for what an address of a file may be of. */
export function listCanales(): Promise<readonly CanalGuardado[]> {
  return callApi('GET', 'canales?orden=nombre')
}
