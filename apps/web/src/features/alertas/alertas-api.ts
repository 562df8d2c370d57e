import {
  type Alerta,
  type AlertaGuardada,
  type AlertaResumen,
  alertaSchema,
  type Incidencia,
  type PruebaDeAlerta,
  SECRETO_MIN,
  toFormSchema,
  type Vigilancia,
} from '@div/contract'
import { type FormSchema, isRecord } from '@div/ui'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { callApi } from '../../shared/api-client.ts'
import { useLiveSignal } from '../../shared/en-vivo/use-live-signal.ts'
import { standIn } from '../../shared/form/stand-in.ts'
import { type ResourceForm, useResourceForm } from '../../shared/form/use-resource-form.ts'
import type { ListData } from '../../shared/list/list-data.ts'
import { usePagedList } from '../../shared/list/use-paged-list.ts'

const RESOURCE = 'alertas'
/** How often the states are asked anew. */
const REFRESH_MS = 10_000
const INCIDENCIAS = 50

/** What a form changes: the parts that are drawn from the schema are as they were typed. */
export type AlertaDraft = Pick<Alerta, 'nombre' | 'descripcion' | 'activo' | 'campana'> & {
  condicion: Readonly<Record<string, unknown>> & { tipo: Alerta['condicion']['tipo'] }
  correo: { servidorId: string; para: string[] } | null
  webhook: unknown
  repetirMinutos: unknown
  recuperaMinutos: unknown
}
export type AlertaForm = ResourceForm<AlertaGuardada, AlertaDraft>

/** As the form draws them. */
export const ALERTA_FIELDS: FormSchema = toFormSchema(alertaSchema)

const formSchema = z.preprocess(
  (draft) =>
    isRecord(draft) ? { ...draft, webhook: standIn(draft.webhook, 'secreto', SECRETO_MIN) } : draft,
  alertaSchema,
)

const NEW: AlertaDraft = {
  ...alertaSchema.parse({ nombre: '-', condicion: { tipo: 'fallos' } }),
  nombre: '',
}

export function useAlertas(query: Readonly<Record<string, string>>): ListData<AlertaResumen> {
  return usePagedList<AlertaResumen>(RESOURCE, query, { refreshMs: REFRESH_MS })
}

export function useAlertaForm(id: string | null, onStored: (stored: AlertaGuardada) => void): AlertaForm {
  return useResourceForm<AlertaGuardada, AlertaDraft>({
    resource: RESOURCE,
    id,
    schema: formSchema,
    initial: NEW,
    toDraft: toAlertaDraft,
    onStored,
  })
}

export function toAlertaDraft(saved: AlertaGuardada): AlertaDraft {
  const {
    nombre,
    descripcion,
    activo,
    condicion,
    campana,
    correo,
    webhook,
    repetirMinutos,
    recuperaMinutos,
  } = saved
  return { nombre, descripcion, activo, condicion, campana, correo, webhook, repetirMinutos, recuperaMinutos }
}

/** What rules found, newest first; of one rule, or of all. */
export function useIncidencias(alertaId: string | null) {
  const queries = useQueryClient()
  const queryKey = [RESOURCE, 'incidencias', alertaId]
  useLiveSignal('notificaciones', () => void queries.invalidateQueries({ queryKey: [RESOURCE] }))
  const { data, ...pages } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        limite: String(INCIDENCIAS),
        ...(alertaId !== null && { alertaId }),
        ...pageParam,
      })
      return callApi<Incidencia[]>('GET', `${RESOURCE}/incidencias?${query}`, { signal })
    },
    initialPageParam: {},
    getNextPageParam: (page) => (page.length === INCIDENCIAS ? after(page.at(-1)) : undefined),
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? REFRESH_MS : false),
  })
  return { ...pages, incidencias: data?.pages.flat() }
}

/** Where the page that comes after one begins. */
function after(last: Incidencia | undefined): Record<string, string> | undefined {
  return last && { antesDe: last.desde, antesDeId: last.id }
}

/** When the rules were looked at last. */
export function useVigilancia() {
  return useQuery({
    queryKey: [RESOURCE, 'vigilancia'],
    queryFn: ({ signal }) => callApi<Vigilancia>('GET', `${RESOURCE}/vigilancia`, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

/** Null: it is silent no more. */
export function useSilence(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (hasta: Date | null) =>
      callApi<AlertaGuardada>('POST', `${RESOURCE}/${id}/silenciar`, { body: { hasta } }),
    onSuccess: (stored) => {
      queries.setQueryData([RESOURCE, 'uno', id], stored)
      return queries.invalidateQueries({ queryKey: [RESOURCE, 'lista'] })
    },
  })
}

export function useTest(id: string) {
  return useMutation({
    mutationFn: () => callApi<PruebaDeAlerta>('POST', `${RESOURCE}/${id}/probar`),
  })
}
