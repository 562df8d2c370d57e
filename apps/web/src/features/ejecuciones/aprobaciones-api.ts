import type { Aprobacion, Decision } from '@div/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi, listApi } from '../../shared/api-client.ts'

const RESOURCE = 'aprobaciones'
const REFRESH_MS = 5_000

/** What waits for the one who is signed in, longest waiting first. */
export function useAprobaciones() {
  return useQuery({
    queryKey: [RESOURCE],
    queryFn: ({ signal }) => listApi<Aprobacion>(RESOURCE, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

export function useDecide(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Decision) => callApi('POST', `${RESOURCE}/${id}`, { body }),
    // Somebody else may have been first: then it is not there any more, either.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [RESOURCE] }),
        queries.invalidateQueries({ queryKey: ['notificaciones'] }),
      ]),
  })
}
