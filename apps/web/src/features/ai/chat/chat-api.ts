import type {
  Adjunto,
  Conversacion,
  ConversacionGuardada,
  Mensaje,
  MensajeNuevo,
  ObjetoDeServidor,
  ServidorDeChat,
} from '@div/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callApi, fetchApi, listApi } from '../../../shared/api-client.ts'
import {
  conversacionKey,
  LISTA_KEY,
  RESOURCE,
  rememberConversacion,
} from '../conversaciones/conversaciones-api.ts'
import { applyEvento, beforeFollowing } from './apply-evento.ts'
import { readEventos } from './read-eventos.ts'

/** Messages that are shown at first. */
const PAGE = 100
const MODELOS = 200

export function useServidoresDeChat() {
  return useQuery({
    queryKey: [RESOURCE, 'servidores'],
    queryFn: ({ signal }) => callApi<ServidorDeChat[]>('GET', `${RESOURCE}/servidores`, { signal }),
  })
}

/** Names of the models of a servidor, as it says them itself; none where it does not answer. */
export function useModelos(servidorId: string | null): readonly string[] {
  const { data } = useQuery({
    queryKey: ['servidores', servidorId, 'modelos'],
    queryFn: ({ signal }) =>
      callApi<ObjetoDeServidor[]>(
        'GET',
        `servidores/${servidorId}/objetos?tipoObjeto=generar&limite=${MODELOS}`,
        { signal },
      ),
    enabled: servidorId !== null,
    staleTime: 300_000,
    retry: false,
  })
  return data?.map(({ nombre }) => nombre) ?? []
}

export const mensajesKey = (id: string | null) => [RESOURCE, 'mensajes', id] as const

export interface Mensajes {
  mensajes: readonly Mensaje[]
  /** There are earlier ones that are not shown. */
  hayAntes: boolean
}

export function useMensajes(id: string | null) {
  return useQuery({
    queryKey: mensajesKey(id),
    queryFn: async ({ signal }): Promise<Mensajes> => {
      const { items, total } = await listApi<Mensaje>(`${RESOURCE}/${id}/mensajes?limite=${PAGE}`, { signal })
      return { mensajes: items, hayAntes: total > items.length }
    },
    enabled: id !== null,
    // What is told while an answer is written is put into it: nothing else changes it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export async function loadEarlier(client: QueryClient, id: string): Promise<void> {
  const first = client.getQueryData<Mensajes>(mensajesKey(id))?.mensajes[0]
  if (!first) return
  const { items } = await listApi<Mensaje>(`${RESOURCE}/${id}/mensajes?limite=${PAGE}&antesDe=${first.orden}`)
  client.setQueryData<Mensajes>(mensajesKey(id), (known) => ({
    mensajes: [...items, ...(known?.mensajes ?? [])],
    hayAntes: items.length === PAGE,
  }))
}

/** Of one that was just stored nothing has to be asked for. */
export async function createConversacion(client: QueryClient, conversacion: Conversacion): Promise<string> {
  const stored = await callApi<ConversacionGuardada>('POST', RESOURCE, { body: conversacion })
  client.setQueryData<Mensajes>(mensajesKey(stored.id), (known) => known ?? EMPTY)
  rememberConversacion(client, stored)
  return stored.id
}

export function uploadAdjunto(id: string, file: File): Promise<Adjunto> {
  const body = new FormData()
  body.append('archivo', file)
  return callApi('POST', `${RESOURCE}/${id}/adjuntos`, { body })
}

export function removeAdjunto(id: string, adjuntoId: string): Promise<void> {
  return callApi('DELETE', `${RESOURCE}/${id}/adjuntos/${adjuntoId}`)
}

export function fetchAdjunto(id: string, adjuntoId: string, signal?: AbortSignal): Promise<Blob> {
  return fetchApi('GET', `${RESOURCE}/${id}/adjuntos/${adjuntoId}`, { signal }).then((answer) =>
    answer.blob(),
  )
}

export function stopRespuesta(id: string, mensajeId: string): Promise<void> {
  return callApi('POST', `${RESOURCE}/${id}/mensajes/${mensajeId}/detener`)
}

type Pedido =
  | { tipo: 'decir'; mensaje: MensajeNuevo }
  | { tipo: 'repetir'; mensajeId: string }
  | { tipo: 'seguir'; mensajeId: string; desde: number }

interface Escucha {
  id: string
  pedido: Pedido
  signal: AbortSignal
  /** What is asked is stored: it is answered, whoever listens. */
  onTaken: () => void
}

/** Follows an answer into the messages that are shown, until it ends. Throws what asking for it throws. */
export async function followRespuesta(
  client: QueryClient,
  { id, pedido, signal, onTaken }: Escucha,
): Promise<void> {
  const key = mensajesKey(id)
  const { body } = await ask(id, pedido, signal)
  onTaken()
  if (!body) return
  let respuestaId = pedido.tipo === 'seguir' ? pedido.mensajeId : null
  const change = (write: (mensajes: readonly Mensaje[]) => readonly Mensaje[]) =>
    client.setQueryData<Mensajes>(key, (known) => ({
      hayAntes: known?.hayAntes ?? false,
      mensajes: write(known?.mensajes ?? []),
    }))
  if (pedido.tipo === 'seguir') change((mensajes) => beforeFollowing(mensajes, pedido.mensajeId))
  try {
    for await (const evento of readEventos(body)) {
      // What was read before whoever listened left is not told to a conversation that is shown no more.
      if (signal.aborted) return
      if (evento.tipo === 'inicio') {
        respuestaId = evento.respuesta.id
        // The first message gives it its title.
        void client.invalidateQueries({ queryKey: conversacionKey(id) })
        void client.invalidateQueries({ queryKey: LISTA_KEY })
      }
      change((mensajes) => applyEvento(mensajes, evento, respuestaId))
      // The list says which ones are being answered.
      if (evento.tipo === 'fin') void client.invalidateQueries({ queryKey: LISTA_KEY })
    }
  } catch (reason) {
    // What broke off goes on where it is written: whoever looks at it follows it again.
    if (respuestaId === null || signal.aborted) throw reason
  }
}

const EMPTY: Mensajes = { mensajes: [], hayAntes: false }

function ask(id: string, pedido: Pedido, signal: AbortSignal): Promise<Response> {
  const path = `${RESOURCE}/${id}/mensajes`
  switch (pedido.tipo) {
    case 'decir':
      return fetchApi('POST', path, { body: pedido.mensaje, signal })
    case 'repetir':
      return fetchApi('POST', `${path}/${pedido.mensajeId}/repetir`, { signal })
    case 'seguir':
      return fetchApi('GET', `${path}/${pedido.mensajeId}/seguir?desde=${pedido.desde}`, { signal })
  }
}
