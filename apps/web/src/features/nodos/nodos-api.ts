import type { NodoDelCluster } from '@div/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../shared/api-client.ts'
import { NODOS } from '../../shared/use-nodos.ts'

export type PeticionDeNodo = 'drenar' | 'reanudar' | 'reiniciar'

export function useAskNodo() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, peticion }: { id: string; peticion: PeticionDeNodo }) =>
      callApi<NodoDelCluster>('POST', `nodos/${id}/${peticion}`),
    onSettled: () => queries.invalidateQueries({ queryKey: NODOS }),
  })
}
