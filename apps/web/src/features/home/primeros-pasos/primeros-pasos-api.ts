import type { PrimerosPasos } from '@div/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../shared/api-client.ts'

const KEY = ['primeros-pasos']

export function usePrimerosPasos(isShown = true) {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi<PrimerosPasos>('GET', 'primeros-pasos', { signal }),
    // Whoever comes back has just done one of them.
    staleTime: 0,
    enabled: isShown,
  })
}

export function useHidePrimerosPasos() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ocultos: boolean) => callApi<PrimerosPasos>('PUT', 'primeros-pasos', { body: { ocultos } }),
    onSuccess: (facts) => queries.setQueryData(KEY, facts),
  })
}
