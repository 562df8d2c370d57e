import type { Conversacion, ConversacionGuardada } from '@div/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callApi, fetchApi } from '../../../shared/api-client.ts'

export const RESOURCE = 'ai/conversaciones'
export const LISTA_KEY = [RESOURCE, 'lista'] as const
export const conversacionKey = (id: string | null) => [RESOURCE, 'una', id] as const

export function useConversacion(id: string | null) {
  return useQuery({
    queryKey: conversacionKey(id),
    queryFn: ({ signal }) => callApi<ConversacionGuardada>('GET', `${RESOURCE}/${id}`, { signal }),
    enabled: id !== null,
  })
}

/** Stores what changes; of one that was changed elsewhere meanwhile, how it is now is read. */
export async function changeConversacion(
  client: QueryClient,
  { id, titulo, servidorId, modelo, colecciones, contextos, revision }: ConversacionGuardada,
  changes: Partial<Conversacion>,
): Promise<void> {
  const body = { titulo, servidorId, modelo, colecciones, contextos, ...changes, revision }
  try {
    rememberConversacion(client, await callApi('PUT', `${RESOURCE}/${id}`, { body }))
  } catch (error) {
    void client.invalidateQueries({ queryKey: conversacionKey(id) })
    throw error
  }
}

export function removeConversacion(id: string): Promise<void> {
  return callApi('DELETE', `${RESOURCE}/${id}`)
}

export async function exportConversacion(id: string, formato: 'markdown' | 'json'): Promise<Blob> {
  return (await fetchApi('GET', `${RESOURCE}/${id}/exportar?formato=${formato}`)).blob()
}

/** Of one that was just stored nothing has to be asked for. */
export function rememberConversacion(client: QueryClient, stored: ConversacionGuardada): void {
  client.setQueryData(conversacionKey(stored.id), stored)
  void client.invalidateQueries({ queryKey: LISTA_KEY })
}
