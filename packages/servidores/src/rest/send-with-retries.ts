import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, type LlamadaContext, monotonicNow } from '@div/contract'
import type { HttpResponse } from '../define-servidor.ts'
import type { PartialRequest } from '../http/http-service.ts'
import { isTransient } from '../http/is-transient.ts'
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
      const waitMs = pauseOf(response, esperaMs * 2 ** attempt)
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

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch {
    // Only the signal interrupts it; its reason says who did.
    throw signal.reason
  }
}

function isUnanswered(failure: unknown): boolean {
  return failure instanceof AppError && (failure.status === 502 || failure.status === 504)
}

/** What Retry-After asks for (RFC 9110, 10.2.3: seconds or a date), else growing pauses, spread so that callers do not meet again. */
function pauseOf(response: HttpResponse | null, usualMs: number): number {
  const asked = response?.headers['retry-after']
  if (typeof asked === 'string') {
    const ms = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - Date.now()
    if (ms >= 0) return ms
  }
  return usualMs * (0.5 + Math.random() / 2)
}
