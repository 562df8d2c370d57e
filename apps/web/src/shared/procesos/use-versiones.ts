import type { Version, VersionResumen } from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api-client.ts'

/** The published versions of a proceso; `isWanted` false: nobody has asked for them yet. */
export function useVersiones(procesoId: string, isWanted = true) {
  return useQuery({
    queryKey: ['procesos', 'versiones', procesoId],
    queryFn: ({ signal }) => callApi<VersionResumen[]>('GET', `procesos/${procesoId}/versiones`, { signal }),
    enabled: isWanted,
  })
}

/** The newest: going back makes a new one too. Null: none is, or it is not known yet. */
export function usePublicada(procesoId: string): number | null {
  return useVersiones(procesoId).data?.[0]?.version ?? null
}

export const versionKey = (procesoId: string, version: number | null) => [
  'procesos',
  'version',
  procesoId,
  version,
]

/** One version with its document; it never changes. */
export function useVersion(procesoId: string, version: number | null) {
  return useQuery({
    queryKey: versionKey(procesoId, version),
    queryFn: ({ signal }) =>
      callApi<Version>('GET', `procesos/${procesoId}/versiones/${version}`, { signal }),
    enabled: version !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
