import type { TipoServidor } from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api-client.ts'

/** The server types that there are, with the forms of each. They change only with the product. */
export function useTiposServidor() {
  return useQuery({
    queryKey: ['servidores', 'tipos'],
    queryFn: ({ signal }) => callApi<TipoServidor[]>('GET', 'servidores/tipos', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** What a type is called; until that is known, as it is spelled. */
export function useTipoLabel(): (tipoServidor: string) => string {
  const { data = [] } = useTiposServidor()
  return (tipo) => data.find(({ tipoServidor }) => tipoServidor === tipo)?.label ?? tipo
}
