import type { AgenteResumen, EjecucionDeAgente } from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../shared/api-client.ts'

export const CHAT = 'ai/chat/agent'
export const CHAT_KEY = ['chat-agents']
/** As many as one answer may hold. */
const MAX_LISTED = 1_000

/** Those that can be talked with. */
export function useAgentesPublicados() {
  return useQuery({
    queryKey: ['ai-agents', 'lista', 'publicados'],
    queryFn: async ({ signal }) => {
      const agentes = await callApi<AgenteResumen[]>(
        'GET',
        `ai-agents?activo=true&orden=nombre&limite=${MAX_LISTED}`,
        { signal },
      )
      return agentes.filter(({ versionPublicada }) => versionPublicada !== null)
    },
  })
}

const LOOK_EVERY_MS = 1_500

export const turnosKey = (id: string) => [...CHAT_KEY, 'turnos', id]

/** What was said in a conversation; looked at again while something of it goes on. */
export function useTurnos(id: string | null) {
  return useQuery({
    queryKey: turnosKey(id ?? ''),
    queryFn: ({ signal }) => callApi<EjecucionDeAgente[]>('GET', `${CHAT}/conversaciones/${id}`, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.data?.some(({ estado }) => estado === 'ejecutando') ? LOOK_EVERY_MS : false,
  })
}
