import type { NodoDelCluster } from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from './api-client.ts'

export const NODOS = ['nodos']
/** Nodes tell of themselves once a second. */
const REFRESH_MS = 2_000

export function useNodos() {
  return useQuery({
    queryKey: NODOS,
    queryFn: ({ signal }) => callApi<NodoDelCluster[]>('GET', 'nodos', { signal }),
    refetchInterval: REFRESH_MS,
  })
}
