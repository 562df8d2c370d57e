import type {
  ContratoRevisado,
  DetalleDeObjeto,
  ObjetoDeServidor,
  ResultadoDePrueba,
  Servidor,
  ServidorEstado,
  ServidorGuardado,
  ServidorResumen,
  TipoServidor,
} from '@div/contract'
import { servidorSchema } from '@div/contract'
import { initialOf, isRecord, schemaFor } from '@div/ui'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { callApi } from '../../shared/api-client.ts'
import { type ResourceForm, useResourceForm } from '../../shared/form/use-resource-form.ts'
import type { ListData } from '../../shared/list/list-data.ts'
import { usePagedList } from '../../shared/list/use-paged-list.ts'

/** How often the list, and the gauge of one servidor, are asked anew. */
const LIST_REFRESH_MS = 10_000
const ESTADO_REFRESH_MS = 3_000
/** Objects that the browser lists; more are found by searching. */
export const MAX_OBJETOS = 200

export type ServidorDraft = Servidor
export type ServidorForm = ResourceForm<ServidorGuardado, ServidorDraft>

/** What one choice of the filter «Estado» asks for: two parameters of the API look like one to people. */
export function queryOfEstado(estado: string): Readonly<Record<string, string>> {
  if (estado === 'activo') return { activo: 'true' }
  if (estado === 'inactivo') return { activo: 'false' }
  return { estado }
}

export function useServidores(query: Readonly<Record<string, string>>): ListData<ServidorResumen> {
  return usePagedList<ServidorResumen>('servidores', query, { refreshMs: LIST_REFRESH_MS })
}

/** How a stored servidor does now. */
export function useServidorEstado(id: string) {
  return useQuery({
    queryKey: ['servidores', 'estado', id],
    queryFn: ({ signal }) => callApi<ServidorEstado>('GET', `servidores/${id}/estado`, { signal }),
    refetchInterval: ESTADO_REFRESH_MS,
  })
}

interface ServidorFormOptions {
  tipos: readonly TipoServidor[]
  /** Of a new one. */
  tipo: TipoServidor | undefined
  onStored: (stored: ServidorGuardado) => void
}

export function useServidorForm(
  id: string | null,
  { tipos, tipo, onStored }: ServidorFormOptions,
): ServidorForm {
  const initial = useMemo(() => newServidor(tipo), [tipo])
  return useResourceForm<ServidorGuardado, ServidorDraft>({
    resource: 'servidores',
    id,
    schema: (values) => schemaOf(values, tipos),
    initial,
    toDraft: toServidorDraft,
    onStored,
  })
}

export function toServidorDraft(saved: ServidorGuardado): ServidorDraft {
  const { nombre, descripcion, categoriaId, tipoServidor, activo, permitirRedPrivada, config } = saved
  const { pool, resiliencia } = saved
  return {
    nombre,
    descripcion,
    categoriaId,
    tipoServidor,
    activo,
    permitirRedPrivada,
    config,
    pool,
    resiliencia,
  }
}

function newServidor(tipo: TipoServidor | undefined): ServidorDraft {
  // Two fields that nobody has filled in are still to be: the rest has its defaults.
  const { nombre: _, ...rest } = servidorSchema.parse({
    nombre: '-',
    tipoServidor: tipo?.tipoServidor ?? '-',
  })
  const config = initialOf(tipo?.config ?? {})
  return { ...rest, nombre: '', config: isRecord(config) ? config : {} }
}

/** The common schema, with the type's own form for its settings. */
function schemaOf({ tipoServidor, config }: ServidorDraft, tipos: readonly TipoServidor[]): z.ZodType {
  const tipo = tipos.find((each) => each.tipoServidor === tipoServidor)
  if (tipo === undefined) return servidorSchema
  // As JSON it is what it came as; the forms read no more of it than they need.
  const own = JSON.parse(JSON.stringify(schemaFor(tipo.config, config)))
  return servidorSchema.extend({ config: z.fromJSONSchema(own) })
}

/** The layered test: of what is stored, or of what stands in the form. */
export function testStored(id: string): Promise<ResultadoDePrueba> {
  return callApi('POST', `servidores/${id}/probar`)
}

export function testDraft(draft: ServidorDraft, id: string | null): Promise<ResultadoDePrueba> {
  return callApi('POST', 'servidores/probar', { body: namedOrNot(draft, id) })
}

/** What the service says of itself now, and what of it breaks processes; nothing is stored. */
export function readContrato(draft: ServidorDraft, id: string | null): Promise<ContratoRevisado> {
  return callApi('POST', 'servidores/contrato', { body: namedOrNot(draft, id) })
}

/** A name that was not written yet is left out. */
function namedOrNot({ nombre, ...rest }: ServidorDraft, id: string | null) {
  return { ...rest, ...(nombre !== '' && { nombre }), ...(id !== null && { id }) }
}

/** Another one like it, not yet in use by anything. */
export function useDuplicateServidor(): (id: string) => Promise<ServidorGuardado> {
  const queries = useQueryClient()
  return async (id) => {
    const copy = await callApi<ServidorGuardado>('POST', `servidores/${id}/duplicar`, { body: {} })
    void queries.invalidateQueries({ queryKey: ['servidores', 'lista'] })
    return copy
  }
}

/** `revision`: of the settings that it is reached with. */
export function useObjetos(
  id: string,
  { revision, tipoObjeto, q }: { revision: number; tipoObjeto: string; q: string },
) {
  const query = new URLSearchParams({
    limite: String(MAX_OBJETOS),
    ...(tipoObjeto !== '' && { tipoObjeto }),
    ...(q !== '' && { q }),
  })
  return useQuery({
    queryKey: ['servidores', 'objetos', id, revision, tipoObjeto, q],
    queryFn: ({ signal }) =>
      callApi<ObjetoDeServidor[]>('GET', `servidores/${id}/objetos?${query}`, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useObjeto(id: string, objeto: { nombre: string; tipoObjeto: string }) {
  const { nombre, tipoObjeto } = objeto
  return useQuery({
    queryKey: ['servidores', 'objeto', id, tipoObjeto, nombre],
    queryFn: ({ signal }) =>
      callApi<DetalleDeObjeto>(
        'GET',
        `servidores/${id}/objetos/${encodeURIComponent(nombre)}?${new URLSearchParams({ tipoObjeto })}`,
        { signal },
      ),
  })
}
