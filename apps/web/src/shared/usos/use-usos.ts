import type { Uso } from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api-client.ts'

/** Who uses a thing, as it is now. */
export function useUsos(resource: string, id: string) {
  return useQuery({
    queryKey: [resource, 'usos', id],
    queryFn: ({ signal }) => callApi<Uso[]>('GET', `${resource}/${id}/usos`, { signal }),
    staleTime: 0,
  })
}
