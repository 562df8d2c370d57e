import type { Canal, CanalGuardado, CanalResumen, Parametro, ResumenDeEjecuciones } from '@div/contract'
import { canalSchema, PASSWORD_MIN, SECRETO_MIN, toFormSchema } from '@div/contract'
import { type FormSchema, isRecord } from '@div/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { callApi } from '../../shared/api-client.ts'
import { entradaOf } from '../../shared/entrada/entrada-schema.ts'
import { standIn } from '../../shared/form/stand-in.ts'
import { type ResourceForm, useResourceForm } from '../../shared/form/use-resource-form.ts'
import { changeOne } from '../../shared/list/change-one.ts'
import type { ListData } from '../../shared/list/list-data.ts'
import { usePagedList } from '../../shared/list/use-paged-list.ts'
import { useVersion } from '../../shared/procesos/use-versiones.ts'

/** How often the activity of the list is asked anew. */
const REFRESH_MS = 15_000

/** What a form changes: the parts that are drawn from the schema are as they were typed. */
export type CanalDraft = Pick<
  Canal,
  'nombre' | 'descripcion' | 'categoriaId' | 'tipo' | 'ruta' | 'activo' | 'modo'
> & {
  acceso: unknown
  limite: unknown
  concurrencia: unknown
  tiempoMaximoMs: unknown
  maxCuerpoBytes: unknown
  cors: unknown
  prioridad: unknown
  adjuntos: unknown
  aviso: unknown
}
export type CanalForm = ResourceForm<CanalGuardado, CanalDraft>

/** As the forms draw it. */
export const CANAL_FIELDS: FormSchema = toFormSchema(canalSchema)

/** Stored secrets are not read back; whatever stands for them here passes, and what is sent keeps them. */
const formSchema = z.preprocess((draft) => {
  if (!isRecord(draft)) return draft
  return {
    ...draft,
    acceso: standIn(draft.acceso, 'contrasena', PASSWORD_MIN),
    aviso: standIn(draft.aviso, 'secreto', SECRETO_MIN),
  }
}, canalSchema)

const NEW: CanalDraft = {
  ...canalSchema.parse({ nombre: '-', tipo: 'REST', ruta: 'nuevo' }),
  nombre: '',
  ruta: '',
}

export function useCanales(query: Readonly<Record<string, string>>): ListData<CanalResumen> {
  return usePagedList<CanalResumen>('canales', query, { refreshMs: REFRESH_MS })
}

export function useCanalForm(id: string | null, onStored: (stored: CanalGuardado) => void): CanalForm {
  return useResourceForm<CanalGuardado, CanalDraft>({
    resource: 'canales',
    id,
    schema: formSchema,
    initial: NEW,
    toDraft: toCanalDraft,
    onStored,
  })
}

export function toCanalDraft(saved: CanalGuardado): CanalDraft {
  const { nombre, descripcion, categoriaId, tipo, ruta, activo, modo } = saved
  const { acceso, limite, concurrencia, tiempoMaximoMs, maxCuerpoBytes, cors, prioridad, adjuntos, aviso } =
    saved
  return {
    nombre,
    descripcion,
    categoriaId,
    tipo,
    ruta,
    activo,
    modo,
    acceso,
    limite,
    concurrencia,
    tiempoMaximoMs,
    maxCuerpoBytes,
    cors,
    prioridad,
    adjuntos,
    aviso,
  }
}

/** Of a draft, or of what is stored. */
export function tipoOfAcceso(acceso: unknown): Canal['acceso']['tipo'] {
  const tipo = isRecord(acceso) ? acceso.tipo : undefined
  return tipo === 'token' || tipo === 'basico' || tipo === 'jwt' || tipo === 'firma' ? tipo : 'publico'
}

export const ACCESO_LABELS: Readonly<Record<Canal['acceso']['tipo'], string>> = {
  publico: 'Público',
  token: 'Token',
  basico: 'Usuario y contraseña',
  jwt: 'JWT',
  firma: 'Firma X.509',
}

/** Serves calls, or no longer. Throws with the reason of a refusal. */
export function useSetActivo(): (id: string, activo: boolean) => Promise<void> {
  const queries = useQueryClient()
  return async (id, activo) => {
    await changeOne('canales', id, activo ? 'activar' : 'desactivar')
    await queries.invalidateQueries({ queryKey: ['canales'] })
  }
}

/** Another one like it, with its assignments; it serves nobody yet. */
export function useDuplicateCanal(): (id: string) => Promise<CanalGuardado> {
  const queries = useQueryClient()
  return async (id) => {
    const copy = await callApi<CanalGuardado>('POST', `canales/${id}/duplicar`, { body: {} })
    void queries.invalidateQueries({ queryKey: ['canales', 'lista'] })
    return copy
  }
}

/** What the calls of one canal came to in the last 24 hours. Null: there were none. */
export function useCanalResumen(id: string) {
  return useQuery({
    queryKey: ['ejecuciones', 'resumen', 'canal', id],
    queryFn: ({ signal }) =>
      callApi<ResumenDeEjecuciones>('GET', `ejecuciones/resumen?horas=24&canalId=${id}`, { signal }),
    refetchInterval: REFRESH_MS,
    select: ({ canales }) => canales[0] ?? null,
  })
}

export function useCanal(id: string) {
  return useQuery({
    queryKey: ['canales', 'uno', id],
    queryFn: ({ signal }) => callApi<CanalGuardado>('GET', `canales/${id}`, { signal }),
  })
}

/** What a published version asks for; undefined until it is known. */
export function useEntrada(procesoId: string, version: number | null): readonly Parametro[] | undefined {
  const { data } = useVersion(procesoId, version)
  return data && entradaOf(data.flujo)
}
