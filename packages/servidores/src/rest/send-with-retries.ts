import { AppError, type LlamadaContext, monotonicNow } from '@div/contract'
import type { HttpResponse } from '../define-servidor.ts'
import type { PartialRequest } from '../http/http-service.ts'
import { isTransient } from '../http/is-transient.ts'
import { pause, pauseBeforeAgain } from '../http/pause-before-again.ts'
import type { Operacion } from './operacion-schema.ts'
import type { RestConnection } from './rest-connection.ts'

/** Repeating them changes nothing more (RFC 9110, 9.2.2). */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

/** May the same request be sent twice? Of other methods only when the other system recognises it by its key. */
export function isRepetible({ metodo, claveIdempotencia }: Operacion): boolean {
  return IDEMPOTENT.has(metodo) || claveIdempotencia !== undefined
}

type Send = (
  connection: RestConnection,
  request: PartialRequest,
  context: LlamadaContext,
) => Promise<HttpResponse>

/** Sends again what failed in passing, as long as the run has time for it; the last answer or failure stands. */
export function compileSend(operacion: Operacion): Send {
  const { max, esperaMs } = operacion.reintentos
  if (max === 0 || !isRepetible(operacion)) {
    return (connection, request, { signal }) => connection.request(request, signal)
  }
  return async (connection, request, { signal, deadline }) => {
    for (let attempt = 0; ; attempt++) {
      let response: HttpResponse | null = null
      let failure: unknown = null
      try {
        response = await connection.request(request, signal)
      } catch (error) {
        // Retried only when the other system did not answer; else thrown below.
        failure = error
      }
      const waitMs = pauseBeforeAgain(response?.headers['retry-after'], esperaMs * 2 ** attempt)
      const again = response ? isTransient(response.status) : isUnanswered(failure)
      if (again && attempt < max && !signal.aborted && monotonicNow() + waitMs < deadline) {
        await pause(waitMs, signal)
        continue
      }
      if (response) return response
      throw failure
    }
  }
}

function isUnanswered(failure: unknown): boolean {
  return failure instanceof AppError && (failure.status === 502 || failure.status === 504)
}
