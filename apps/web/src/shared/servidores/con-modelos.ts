import type { ServidorResumen } from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { listApi } from '../api-client.ts'

const TIPOS = 'openai,anthropic,ollama'

/** Of a list of servidores: those whose models can be talked with. */
export const CON_MODELOS = { tiposServidor: TIPOS }
/** Where one of them is made. */
export const NUEVO_CON_MODELOS = `/servidores/config/new?tipos=${TIPOS}`

/** The servidor of models, where there is nothing to choose: it is the only one, and it is active. Null: it is not so, or not known yet. */
export function useUnicoConModelos(): ServidorResumen | null {
  const { data } = useQuery({
    queryKey: ['servidores', 'lista', 'con-modelos'],
    queryFn: ({ signal }) =>
      listApi<ServidorResumen>(`servidores?${new URLSearchParams({ ...CON_MODELOS, limite: '1' })}`, {
        signal,
      }),
  })
  const [first] = data?.items ?? []
  return data?.total === 1 && first?.activo ? first : null
}
