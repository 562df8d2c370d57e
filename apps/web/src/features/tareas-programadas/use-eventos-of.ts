import type { ServidorGuardado, TipoServidor } from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../shared/api-client.ts'
import { useTiposServidor } from '../../shared/servidores/use-tipos-servidor.ts'

const NONE: TipoServidor['eventos'] = []

/** What a servidor tells by itself. */
export function useEventosOf(servidorId: string): {
  eventos: TipoServidor['eventos']
  /** Undefined until it is known. */
  tipoServidor: string | undefined
} {
  const { data: tipos } = useTiposServidor()
  const { data: servidor } = useQuery({
    queryKey: ['servidores', 'uno', servidorId],
    queryFn: ({ signal }) => callApi<ServidorGuardado>('GET', `servidores/${servidorId}`, { signal }),
    enabled: servidorId !== '',
  })
  const tipo = tipos?.find(({ tipoServidor }) => tipoServidor === servidor?.tipoServidor)
  return { eventos: tipo?.eventos ?? NONE, tipoServidor: tipo?.tipoServidor }
}
