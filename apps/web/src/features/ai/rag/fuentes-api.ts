import { type FuenteDeRag, type FuenteDeRagGuardada, fuenteDeRagSchema } from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../shared/api-client.ts'
import { type ResourceForm, useResourceForm } from '../../../shared/form/use-resource-form.ts'
import { RESOURCE } from './rag-api.ts'

/** They are read while they are looked at. */
const REFRESH_MS = 2_000

export const fuentesPath = (coleccionId: string) => `${RESOURCE}/${coleccionId}/fuentes`

export function useFuentes(coleccionId: string) {
  return useQuery({
    queryKey: [fuentesPath(coleccionId), 'lista'],
    queryFn: ({ signal }) => callApi<FuenteDeRagGuardada[]>('GET', fuentesPath(coleccionId), { signal }),
    refetchInterval: REFRESH_MS,
  })
}

const NEW: FuenteDeRag = {
  nombre: '',
  origen: { tipo: 'web', direcciones: [], permitirRedPrivada: false },
  cadaMinutos: 1_440,
  cron: '',
  zonaHoraria: Intl.DateTimeFormat().resolvedOptions().timeZone,
}

export type FuenteForm = ResourceForm<FuenteDeRagGuardada, FuenteDeRag>

export function useFuenteForm(
  coleccionId: string,
  id: string | null,
  onStored: (stored: FuenteDeRagGuardada) => void,
): FuenteForm {
  return useResourceForm<FuenteDeRagGuardada, FuenteDeRag>({
    resource: fuentesPath(coleccionId),
    id,
    schema: fuenteDeRagSchema,
    initial: NEW,
    toDraft: toFuenteDraft,
    onStored,
  })
}

export function toFuenteDraft(stored: FuenteDeRagGuardada): FuenteDeRag {
  const { nombre, origen, cadaMinutos, cron, zonaHoraria } = stored
  return { nombre, origen, cadaMinutos, cron, zonaHoraria }
}

/** Where a source of this kind begins. */
export function createOrigen(tipo: FuenteDeRag['origen']['tipo']): FuenteDeRag['origen'] {
  return tipo === 'web'
    ? { tipo, direcciones: [], permitirRedPrivada: false }
    : { tipo, servidorId: '', sql: '', clave: 'id', titulo: 'titulo', texto: 'texto' }
}

export function readFuente(coleccionId: string, id: string): Promise<FuenteDeRagGuardada> {
  return callApi<FuenteDeRagGuardada>('POST', `${fuentesPath(coleccionId)}/${id}/leer`)
}

export function removeFuente(coleccionId: string, id: string): Promise<void> {
  return callApi<void>('DELETE', `${fuentesPath(coleccionId)}/${id}`)
}

/** All documents of the collection are cut anew. */
export function readColeccion(coleccionId: string): Promise<{ documentos: number }> {
  return callApi<{ documentos: number }>('POST', `${RESOURCE}/${coleccionId}/leer`)
}
