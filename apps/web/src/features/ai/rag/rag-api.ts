import {
  type BusquedaDeRag,
  type BusquedaVectorial,
  type ColeccionDeRag,
  type ColeccionDeRagGuardada,
  type ColeccionDeRagResumen,
  coleccionDeRagSchema,
  type DocumentoDeRag,
  type HallazgosDeRag,
  type Pasaje,
} from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi, listApi } from '../../../shared/api-client.ts'
import { type ResourceForm, useResourceForm } from '../../../shared/form/use-resource-form.ts'
import type { ListData } from '../../../shared/list/list-data.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'

export const RESOURCE = 'rag'
/** Documents are read while they are looked at. */
const REFRESH_MS = 2_000
/** Passages of a document that are shown at once. */
export const PAGE = 20

const NEW: ColeccionDeRag = coleccionDeRagSchema.parse({ nombre: '-' })

export function useColecciones(query: Readonly<Record<string, string>>): ListData<ColeccionDeRagResumen> {
  return usePagedList<ColeccionDeRagResumen>(RESOURCE, query)
}

/** What compares vectors, as the database is now. */
export function useVectorial() {
  return useQuery({
    queryKey: [RESOURCE, 'vectorial'],
    queryFn: ({ signal }) => callApi<BusquedaVectorial>('GET', `${RESOURCE}/vectorial`, { signal }),
  })
}

export function useColeccion(id: string) {
  return useQuery({
    queryKey: [RESOURCE, 'leida', id],
    queryFn: ({ signal }) => callApi<ColeccionDeRagGuardada>('GET', `${RESOURCE}/${id}`, { signal }),
  })
}

export type ColeccionForm = ResourceForm<ColeccionDeRagGuardada, ColeccionDeRag>

export function useColeccionForm(
  id: string | null,
  onStored: (stored: ColeccionDeRagGuardada) => void,
): ColeccionForm {
  return useResourceForm<ColeccionDeRagGuardada, ColeccionDeRag>({
    resource: RESOURCE,
    id,
    schema: coleccionDeRagSchema,
    initial: { ...NEW, nombre: '' },
    toDraft: toColeccionDraft,
    onStored,
  })
}

export function toColeccionDraft(stored: ColeccionDeRagGuardada): ColeccionDeRag {
  const { nombre, descripcion, roles, idioma, corte, servidorId, modelo } = stored
  return { nombre, descripcion, roles, idioma, corte, servidorId, modelo }
}

export const documentosPath = (coleccionId: string) => `${RESOURCE}/${coleccionId}/documentos`

export function useDocumentos(
  coleccionId: string,
  query: Readonly<Record<string, string>>,
): ListData<DocumentoDeRag> {
  return usePagedList<DocumentoDeRag>(documentosPath(coleccionId), query, { refreshMs: REFRESH_MS })
}

interface Place {
  coleccionId: string
  id: string
}

export function useDocumento({ coleccionId, id }: Place) {
  return useQuery({
    queryKey: [documentosPath(coleccionId), 'uno', id],
    queryFn: ({ signal }) =>
      callApi<DocumentoDeRag>('GET', `${documentosPath(coleccionId)}/${id}`, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

/** `leidoEn`: another reading cuts it anew. */
export function usePasajes({ coleccionId, id, desde, leidoEn }: Place & { desde: number; leidoEn: string }) {
  return useQuery({
    queryKey: [documentosPath(coleccionId), 'pasajes', id, desde, leidoEn],
    queryFn: ({ signal }) =>
      listApi<Pasaje>(`${documentosPath(coleccionId)}/${id}/pasajes?limite=${PAGE}&desde=${desde}`, {
        signal,
      }),
  })
}

export function uploadDocumento(coleccionId: string, file: File): Promise<DocumentoDeRag> {
  const body = new FormData()
  body.append('archivo', file)
  return callApi<DocumentoDeRag>('POST', documentosPath(coleccionId), { body })
}

export function changeDocumento(
  { coleccionId, id }: Place,
  accion: 'cancelar' | 'leer',
): Promise<DocumentoDeRag> {
  return callApi<DocumentoDeRag>('POST', `${documentosPath(coleccionId)}/${id}/${accion}`)
}

export function removeDocumento({ coleccionId, id }: Place): Promise<void> {
  return callApi<void>('DELETE', `${documentosPath(coleccionId)}/${id}`)
}

export function useHallazgos(coleccionId: string, busqueda: BusquedaDeRag | null) {
  return useQuery({
    queryKey: [RESOURCE, 'buscar', coleccionId, busqueda],
    queryFn: ({ signal }) =>
      callApi<HallazgosDeRag>('POST', `${RESOURCE}/${coleccionId}/buscar`, { body: busqueda ?? {}, signal }),
    enabled: busqueda !== null,
  })
}
