import type { EstadoDeAsistente } from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api-client.ts'
import { useCan } from '../session.ts'

/** Where its model is chosen. */
export const ELEGIR_ASISTENTE = '/configuracion?seccion=asistente'

const FRESH_MS = 60_000

/**
 * Whether the assistant can be asked. `motivo`: what is missing, for who may do something about it; null: it is ready, or is nothing that
 * this person is to see.
 */
export function useAsistente(): { listo: boolean; motivo: string | null } {
  const mayAsk = useCan('procesos.editar')
  const mayChoose = useCan('configuracion.editar')
  const { data } = useQuery({
    queryKey: ['ai', 'asistente'],
    queryFn: ({ signal }) => callApi<EstadoDeAsistente>('GET', 'ai/asistente', { signal }),
    staleTime: FRESH_MS,
    enabled: mayAsk,
  })
  return { listo: data?.listo ?? false, motivo: mayChoose ? (data?.motivo ?? null) : null }
}
