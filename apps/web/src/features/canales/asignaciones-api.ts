import { type Asignacion, type AsignacionGuardada, asignacionGuardadaSchema } from '@div/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { fetchApi } from '../../shared/api-client.ts'
import { ApiError } from '../../shared/api-error.ts'

/** What a canal publishes, and what tells it from what it published before or will later. */
export interface Asignadas {
  asignaciones: readonly AsignacionGuardada[]
  revision: string
}

const asignacionesKey = (id: string) => ['canales', 'procesos', id]

export function useAsignaciones(id: string) {
  return useQuery({
    queryKey: asignacionesKey(id),
    queryFn: async ({ signal }) => readAsignadas(await fetchApi('GET', `canales/${id}/procesos`, { signal })),
    // What somebody is changing must not change under them.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Stores them in the place of those of a revision; others are not overwritten. */
export function useStoreAsignaciones(
  id: string,
): (asignaciones: readonly Asignacion[], revision: string) => Promise<Asignadas> {
  const queries = useQueryClient()
  return async (body, revision) => {
    const path = `canales/${id}/procesos?${new URLSearchParams({ revision })}`
    const stored = await readAsignadas(await fetchApi('PUT', path, { body }))
    queries.setQueryData(asignacionesKey(id), stored)
    void queries.invalidateQueries({ queryKey: ['canales', 'lista'] })
    return stored
  }
}

async function readAsignadas(response: Response): Promise<Asignadas> {
  const asignaciones: AsignacionGuardada[] = await response.json()
  return { asignaciones, revision: response.headers.get('x-revision') ?? '' }
}

const conflictSchema = z.object({ actual: z.array(asignacionGuardadaSchema), revision: z.string() })

/** What somebody else has stored since; null: something else was refused. */
export function readTheirs(error: unknown): Asignadas | null {
  if (!(error instanceof ApiError && error.codigo === 'REVISION_OBSOLETA')) return null
  const { actual: asignaciones, revision } = conflictSchema.parse(error.problem)
  return { asignaciones, revision }
}
