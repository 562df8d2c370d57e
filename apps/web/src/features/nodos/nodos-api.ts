import type { NodoDelCluster } from '@div/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../shared/api-client.ts'

const KEY = ['nodos']
/** Nodes tell of themselves once a second. */
const REFRESH_MS = 2_000

export function useNodos() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi<NodoDelCluster[]>('GET', 'nodos', { signal }),
    refetchInterval: REFRESH_MS,
  })
}

export type PeticionDeNodo = 'drenar' | 'reanudar' | 'reiniciar'

export function useAskNodo() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, peticion }: { id: string; peticion: PeticionDeNodo }) =>
      callApi<NodoDelCluster>('POST', `nodos/${id}/${peticion}`),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}
