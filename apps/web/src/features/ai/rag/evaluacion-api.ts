import {
  type DocumentoDeRag,
  type EvaluacionDeRag,
  type EvaluacionDeRagDetalle,
  type PreguntaDeRag,
  type PreguntaDeRagGuardada,
  type PreguntasImportadas,
  preguntaDeRagSchema,
} from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi, listApi } from '../../../shared/api-client.ts'
import { type ResourceForm, useResourceForm } from '../../../shared/form/use-resource-form.ts'
import { documentosPath, RESOURCE } from './rag-api.ts'

export const preguntasPath = (coleccionId: string) => `${RESOURCE}/${coleccionId}/preguntas`
export const evaluacionesPath = (coleccionId: string) => `${RESOURCE}/${coleccionId}/evaluaciones`

/** Documents that are offered while a name is written. */
const OFFERED = 20

export function usePreguntas(coleccionId: string) {
  return useQuery({
    queryKey: [preguntasPath(coleccionId), 'lista'],
    queryFn: ({ signal }) => callApi<PreguntaDeRagGuardada[]>('GET', preguntasPath(coleccionId), { signal }),
  })
}

export function useEvaluaciones(coleccionId: string) {
  return useQuery({
    queryKey: [evaluacionesPath(coleccionId), 'lista'],
    queryFn: ({ signal }) => callApi<EvaluacionDeRag[]>('GET', evaluacionesPath(coleccionId), { signal }),
  })
}

/** Null: none is looked at. */
export function useEvaluacion(coleccionId: string, id: string | null) {
  return useQuery({
    queryKey: [evaluacionesPath(coleccionId), 'una', id],
    queryFn: ({ signal }) =>
      callApi<EvaluacionDeRagDetalle>('GET', `${evaluacionesPath(coleccionId)}/${id}`, { signal }),
    enabled: id !== null,
  })
}

export function evaluate(coleccionId: string, nota: string): Promise<EvaluacionDeRagDetalle> {
  return callApi<EvaluacionDeRagDetalle>('POST', evaluacionesPath(coleccionId), { body: { nota } })
}

export function importPreguntas(coleccionId: string, file: File): Promise<PreguntasImportadas> {
  const body = new FormData()
  body.append('archivo', file)
  return callApi<PreguntasImportadas>('POST', `${preguntasPath(coleccionId)}/importar`, { body })
}

export function removePregunta(coleccionId: string, id: string): Promise<void> {
  return callApi<void>('DELETE', `${preguntasPath(coleccionId)}/${id}`)
}

/** Names of documents that a name may become. */
export function useDocumentoNombres(coleccionId: string, q: string) {
  return useQuery({
    queryKey: [documentosPath(coleccionId), 'nombres', q],
    queryFn: async ({ signal }) => {
      const search = new URLSearchParams({ q, limite: String(OFFERED) })
      const { items } = await listApi<DocumentoDeRag>(`${documentosPath(coleccionId)}?${search}`, { signal })
      return items.map(({ nombre }) => nombre)
    },
    placeholderData: (before) => before,
  })
}

export const NUEVO_ESPERADO = { documento: '', fragmento: '' }
const NEW: PreguntaDeRag = { texto: '', esperados: [NUEVO_ESPERADO] }

export type PreguntaForm = ResourceForm<PreguntaDeRagGuardada, PreguntaDeRag>

export function usePreguntaForm(
  coleccionId: string,
  id: string | null,
  onStored: (stored: PreguntaDeRagGuardada) => void,
): PreguntaForm {
  return useResourceForm<PreguntaDeRagGuardada, PreguntaDeRag>({
    resource: preguntasPath(coleccionId),
    id,
    schema: preguntaDeRagSchema,
    initial: NEW,
    toDraft: toPreguntaDraft,
    onStored,
  })
}

export function toPreguntaDraft({ texto, esperados }: PreguntaDeRagGuardada): PreguntaDeRag {
  return { texto, esperados }
}
