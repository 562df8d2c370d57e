import { type LlamadaContext, monotonicNow } from '@div/contract'
import type { InternoPorts } from '@div/servidores'

/** What a run gives a call; `abort` cancels it. */
export function testContext(
  changes: Partial<LlamadaContext> = {},
): LlamadaContext & { abort(reason?: unknown): void } {
  const controller = new AbortController()
  return {
    idEjecucion: 'e1',
    claveIdempotencia: 'e1/n1/1',
    signal: controller.signal,
    deadline: monotonicNow() + 5_000,
    profundidad: 0,
    savepoint: false,
    abort: (reason) => controller.abort(reason),
    ...changes,
  }
}

/** A product that has nothing but what a test gives it. */
export function testPorts(changes: Partial<InternoPorts> = {}): InternoPorts {
  const missing = () => {
    throw new Error('not part of this test')
  }
  return {
    runProceso: missing,
    runAgente: missing,
    takeConsecutivos: missing,
    log: missing,
    direccionDeSenal: missing,
    searchRag: missing,
    tablas: { find: missing, insert: missing, update: missing, remove: missing },
    ...changes,
  }
}
