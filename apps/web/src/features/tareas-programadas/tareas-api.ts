import {
  type Disparo,
  type Parametro,
  type Prevision,
  type ProcesoGuardado,
  type Tarea,
  type TareaGuardada,
  type TareaResumen,
  tareaSchema,
  type Version,
} from '@div/contract'
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callApi } from '../../shared/api-client.ts'
import { checkEntrada } from '../../shared/entrada/check-entrada.ts'
import { entradaOf } from '../../shared/entrada/entrada-schema.ts'
import { fieldsOf } from '../../shared/form/fields-of.ts'
import { type ResourceForm, useResourceForm } from '../../shared/form/use-resource-form.ts'
import { changeOne } from '../../shared/list/change-one.ts'
import type { ListData } from '../../shared/list/list-data.ts'
import { usePagedList } from '../../shared/list/use-paged-list.ts'
import { useVersion, versionKey } from '../../shared/procesos/use-versiones.ts'

const RESOURCE = 'tareas-programadas'
const PREVIEWED = 10

export type TareaDraft = Tarea
export type TareaForm = ResourceForm<TareaGuardada, TareaDraft>
export const TAREA_FIELDS = fieldsOf(tareaSchema)

/** What a tarea with hours begins with. */
export const NEW_HORARIO: Pick<TareaDraft, 'cron' | 'evento' | 'solapamiento'> = {
  cron: '0 8 * * 1-5',
  evento: null,
  solapamiento: 'omitir',
}

/** What one with an event does: none that came is left out. */
export const NEW_EVENTO: Pick<TareaDraft, 'cron' | 'evento' | 'solapamiento'> = {
  cron: '',
  evento: { servidorId: '', tipoEvento: '', opciones: {}, mapeo: {}, enVuelo: 20, intentos: 3 },
  solapamiento: 'permitir',
}

const NEW: TareaDraft = {
  ...NEW_HORARIO,
  nombre: '',
  descripcion: '',
  categoriaId: null,
  procesoId: '',
  zonaHoraria: Intl.DateTimeFormat().resolvedOptions().timeZone,
  entrada: {},
  activo: true,
  alPerder: 'omitir',
  calendarioId: null,
  enFestivo: 'omitir',
  fallosParaAlerta: null,
}

export function useTareas(query: Readonly<Record<string, string>>): ListData<TareaResumen> {
  return usePagedList<TareaResumen>(RESOURCE, query)
}

export function useTareaForm(
  id: string | null,
  onStored: (stored: TareaGuardada) => void,
): ResourceForm<TareaGuardada, TareaDraft> {
  const queries = useQueryClient()
  return useResourceForm<TareaGuardada, TareaDraft>({
    resource: RESOURCE,
    id,
    schema: ({ procesoId, evento }) => schemaFor(notMapped(readParametros(queries, procesoId), evento)),
    initial: NEW,
    toDraft: toTareaDraft,
    onStored,
  })
}

/** What no event brings. */
function notMapped(parametros: readonly Parametro[], evento: TareaDraft['evento']): readonly Parametro[] {
  return parametros.filter(({ nombre }) => evento?.mapeo[nombre] === undefined)
}

/** What is given is checked by what the process declares. */
function schemaFor(parametros: readonly Parametro[]) {
  return tareaSchema.superRefine(({ entrada }, { addIssue }) => {
    for (const { campo, mensaje } of checkEntrada(parametros, entrada))
      addIssue({ code: 'custom', path: [campo], message: mensaje })
  })
}

export function toTareaDraft(tarea: TareaDraft): TareaDraft {
  const { nombre, descripcion, categoriaId, procesoId, cron, evento, zonaHoraria } = tarea
  const { entrada, activo, solapamiento, alPerder, calendarioId, enFestivo, fallosParaAlerta } = tarea
  return {
    nombre,
    descripcion,
    categoriaId,
    procesoId,
    cron,
    evento,
    zonaHoraria,
    entrada,
    activo,
    solapamiento,
    alPerder,
    calendarioId,
    enFestivo,
    fallosParaAlerta,
  }
}

/** When a tarea is due. */
type Programacion = Pick<Tarea, 'cron' | 'zonaHoraria' | 'calendarioId' | 'enFestivo'>

/** The next firings of what is being written; the error says what is wrong with it. */
export function usePrevision(
  { cron, zonaHoraria, calendarioId, enFestivo }: Programacion,
  isWritten: boolean,
) {
  const query = new URLSearchParams({
    cron,
    zonaHoraria,
    cantidad: String(PREVIEWED),
    enFestivo,
    ...(calendarioId !== null && { calendarioId }),
  })
  return useQuery({
    queryKey: [RESOURCE, 'proximas', cron, zonaHoraria, calendarioId, enFestivo],
    queryFn: ({ signal }) => callApi<Prevision>('GET', `${RESOURCE}/proximas?${query}`, { signal }),
    enabled: isWritten,
  })
}

const NOTHING: readonly Parametro[] = []

const procesoKey = (id: string) => ['procesos', 'uno', id]

/** The process that a task is for, and what the version that would run is given. */
export function useProcesoOfTarea(id: string) {
  const { data: proceso } = useQuery({
    queryKey: procesoKey(id),
    queryFn: ({ signal }) => callApi<ProcesoGuardado>('GET', `procesos/${id}`, { signal }),
    enabled: id !== '',
  })
  const version = proceso?.versionPublicada ?? null
  const { data: publicada } = useVersion(id, version)
  const flujo = flujoThatRuns(proceso, publicada)
  return {
    proceso,
    parametros: useMemo(() => (flujo ? entradaOf(flujo) : NOTHING), [flujo]),
    isKnown: flujo !== undefined,
  }
}

/** Of whichever process the form says by now; nothing of one that has not been read. */
function readParametros(queries: QueryClient, id: string): readonly Parametro[] {
  const proceso = queries.getQueryData<ProcesoGuardado>(procesoKey(id))
  const version = proceso?.versionPublicada ?? null
  const flujo = flujoThatRuns(proceso, queries.getQueryData<Version>(versionKey(id, version)))
  return flujo ? entradaOf(flujo) : NOTHING
}

/** Before there is a version, the draft is what is known of it. */
function flujoThatRuns(proceso: ProcesoGuardado | undefined, publicada: Version | undefined) {
  return proceso?.versionPublicada === null ? proceso.flujo : publicada?.flujo
}

/** Entries of a ledger that are read at once. */
const DISPAROS = 50
const REFRESH_MS = 5_000

/** How listening for the event of a stored tarea goes. */
export function useEscucha(id: string | null) {
  return useQuery({
    queryKey: [RESOURCE, 'escucha', id],
    queryFn: ({ signal }) => callApi<TareaResumen>('GET', `${RESOURCE}/${id}/resumen`, { signal }),
    enabled: id !== null,
    refetchInterval: REFRESH_MS,
  })
}

export const disparosKey = (id: string) => [RESOURCE, 'disparos', id]

/** The ledger, newest first. While only its beginning is shown it is read anew as hours come. */
export function useDisparos(id: string) {
  const { data, ...pages } = useInfiniteQuery({
    queryKey: disparosKey(id),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        limite: String(DISPAROS),
        ...(pageParam && { antesDe: pageParam }),
      })
      return callApi<Disparo[]>('GET', `${RESOURCE}/${id}/ejecuciones?${query}`, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (page) => (page.length === DISPAROS ? page.at(-1)?.previsto : undefined),
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? REFRESH_MS : false),
  })
  return { ...pages, disparos: data?.pages.flat() }
}

export function useActivateTarea() {
  const queries = useQueryClient()
  return async (id: string, activo: boolean) => {
    await changeOne(RESOURCE, id, activo ? 'activar' : 'desactivar')
    await queries.invalidateQueries({ queryKey: [RESOURCE] })
  }
}
