import type { Trabajo } from './trabajo.ts'

export interface Aceptado {
  idEjecucion: string
  trabajo: Trabajo
  /** The higher, the sooner. */
  prioridad?: number
  /** Of one group only so many run at the same time in the whole cluster, as its tier says when they are fetched. */
  grupo?: { id: string; tier: string }
}

/** The tier of groups whose runs wait for each other. */
export const ONE_BY_ONE = 'de-uno-en-uno'

interface Waiting extends Aceptado {
  resolve(): void
  reject(error: unknown): void
}

/** One durable write takes no more together: the first of them would wait for the last. */
const MAX_TOGETHER = 500

/**
 * Stores runs: what comes while one write is under way goes into the next, so that a crowd of callers shares the waiting for the disk.
 * A call resolves once its run is on disk.
 */
export function createAcceptor(store: (aceptados: readonly Aceptado[]) => Promise<void>) {
  const waiting: Waiting[] = []
  let isStoring = false

  async function storeAll(): Promise<void> {
    while (waiting.length > 0) {
      const together = waiting.splice(0, MAX_TOGETHER)
      try {
        await store(together)
        for (const { resolve } of together) resolve()
      } catch (error) {
        // Each caller is told; which of them was to blame the next write will show.
        for (const { reject } of together) reject(error)
      }
    }
    isStoring = false
  }

  return (aceptado: Aceptado): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ ...aceptado, resolve, reject })
      if (isStoring) return
      isStoring = true
      // With all others of this turn.
      setImmediate(() => void storeAll())
    })
}
