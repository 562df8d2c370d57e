import type { Flujo, ProcesoGuardado, ValidacionDeProceso } from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../shared/api-client.ts'
import { ApiError, ConnectionError, describeError } from '../../shared/api-error.ts'
import { takeAhead } from '../../shared/read-ahead.ts'
import type { SaveOutcome } from './store/draft-saver.ts'
import type { AskOutcome } from './validation/validation.ts'

/** As it is stored when the canvas is opened; what happens to it then is the canvas's own. */
export function useStoredProceso(id: string) {
  return useQuery({
    queryKey: ['procesos', 'lienzo', id],
    queryFn: ({ signal }) => takeAhead<ProcesoGuardado>(`procesos/${id}`) ?? readProceso(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export function readProceso(id: string, signal?: AbortSignal): Promise<ProcesoGuardado> {
  return callApi('GET', `procesos/${id}`, signal ? { signal } : {})
}

export async function putFlujo(stored: ProcesoGuardado, flujo: Flujo): Promise<SaveOutcome> {
  const { id, nombre, descripcion, categoriaId, modo, concurrencia, revision } = stored
  try {
    const body = { nombre, descripcion, categoriaId, modo, concurrencia, flujo, revision }
    return { kind: 'stored', proceso: await callApi<ProcesoGuardado>('PUT', `procesos/${id}`, { body }) }
  } catch (reason) {
    // The screen says what was refused and by whom; a drawing that cannot be stored stays in the journal.
    if (reason instanceof ApiError && reason.codigo === 'REVISION_OBSOLETA') {
      return { kind: 'conflict', theirs: reason.problem.actual as ProcesoGuardado }
    }
    return { kind: 'failed', mensaje: describeError(reason), again: againOf(reason) }
  }
}

function againOf(reason: unknown) {
  if (isUnanswered(reason)) return 'always'
  return reason instanceof ApiError && reason.status === 500 ? 'few' : 'never'
}

/** What is wrong with the draft as it is stored. */
export async function validateProceso(id: string, signal: AbortSignal): Promise<AskOutcome> {
  try {
    const { hallazgos } = await callApi<ValidacionDeProceso>('POST', `procesos/${id}/validar`, { signal })
    return { kind: 'told', hallazgos }
  } catch (reason) {
    // Nothing is drawn for the asking: what was known stays.
    return { kind: 'failed', again: isUnanswered(reason) }
  }
}

/** By nobody, or by who could not just now; what was refused or is a mistake of ours is the same when it is asked again. */
function isUnanswered(reason: unknown): boolean {
  return reason instanceof ConnectionError || (reason instanceof ApiError && reason.status > 500)
}
