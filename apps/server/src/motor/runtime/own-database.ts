import { setTimeout as delay } from 'node:timers/promises'
import { BaseDeDatosNoDisponible } from '@div/contract'
import type { ContextoInterno } from '@div/servidores'
import { isDatabaseAway } from '../../db/is-database-away.ts'

/** A database that is away is asked again. */
const RETRY_MS = 500

/**
 * What a node does in the product's own database. A durable run waits for it until its deadline, as its checkpoints do: what it does is
 * kept together with its checkpoint, and so cannot be done twice. Throws BaseDeDatosNoDisponible, or the reason of the context's signal.
 */
export async function inOwnDatabase<Result>(
  context: Partial<ContextoInterno>,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (cause) {
      if (!isDatabaseAway(cause)) throw cause
      const { signal, guardarEn } = context
      if (!guardarEn) throw new BaseDeDatosNoDisponible(undefined, { cause })
      await delay(RETRY_MS, undefined, signal && { signal }).catch(() => signal?.throwIfAborted())
    }
  }
}
