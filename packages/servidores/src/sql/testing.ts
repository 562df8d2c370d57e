import { LIMITS, type LlamadaContext } from '@div/contract'
import type { ConnectDeps } from '../define-servidor.ts'

/** A call as the engine makes it. */
export function callContext({
  signal = new AbortController().signal,
  deadline = Date.now() + 30_000,
  savepoint = false,
}: Partial<Pick<LlamadaContext, 'signal' | 'deadline' | 'savepoint'>> = {}): LlamadaContext {
  return {
    idEjecucion: 'ejecucion',
    claveIdempotencia: 'ejecucion/n1/1',
    profundidad: 0,
    savepoint,
    deadline,
    signal,
  }
}

/** What the pool manager passes, with a network that goes where it is told. */
export function connectDeps(overrides: Partial<ConnectDeps> = {}): ConnectDeps {
  return {
    servidor: 'Pruebas',
    red: {
      resolve: async (host) => ({ address: host, family: 4 }),
      fetch: () => Promise.reject(new Error('no HTTP here')),
      openHttp: () => {
        throw new Error('no HTTP here')
      },
    },
    tiempoMaximoMs: 30_000,
    signal: new AbortController().signal,
    limits: LIMITS,
    ...overrides,
  }
}
