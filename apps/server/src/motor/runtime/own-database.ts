import { setTimeout as delay } from 'node:timers/promises'
import { BaseDeDatosLlena, BaseDeDatosNoDisponible } from '@div/contract'
import type { ContextoInterno } from '@div/servidores'
import type { Kysely, Transaction } from 'kysely'
import { isDatabaseAway } from '../../db/is-database-away.ts'
import { isDiskFull } from '../../db/is-disk-full.ts'
import type { Database } from '../../db/tables.ts'
import { EfectoGuardado } from '../durables/efecto-guardado.ts'
import { cancellableTransaction } from './cancelled-by.ts'

/** A database that is away, or that has no room, is asked again. */
const RETRY_MS = 500

/**
 * What a node does in the product's own database. A durable run waits for it until its deadline, as its checkpoints do: what it does is
 * kept together with its checkpoint, and so cannot be done twice. Throws BaseDeDatosNoDisponible, BaseDeDatosLlena, or the reason of the
 * context's signal.
 */
export async function inOwnDatabase<Result>(
  context: Partial<ContextoInterno>,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (cause) {
      const isAway = isDatabaseAway(cause)
      if (!isAway && !isDiskFull(cause)) throw cause
      const { signal } = context
      if (!isDurable(context))
        throw new (isAway ? BaseDeDatosNoDisponible : BaseDeDatosLlena)(undefined, { cause })
      await delay(RETRY_MS, undefined, signal && { signal }).catch(() => signal?.throwIfAborted())
    }
  }
}

/** Whether what the call does is kept together with it. */
export function isDurable({ saveIn, efectos }: Partial<ContextoInterno>): boolean {
  return saveIn !== undefined || efectos !== undefined
}

/**
 * The same for what changes something there, in a transaction with its checkpoint; where only its effect is known by its key, what was done
 * is answered and not done again.
 */
export function changeOwnDatabase<Result>(
  db: Kysely<Database>,
  context: ContextoInterno,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  /** What the last try gave that was about to commit: nobody may know whether it did. */
  let given: { result: Result } | null = null
  const { claveIdempotencia: clave, saveIn } = context
  const efectos = saveIn ? undefined : context.efectos
  return inOwnDatabase(context, async () => {
    try {
      return await cancellableTransaction(db, context, async (trx) => {
        const known = await efectos?.find(clave, trx)
        // Nobody else writes under the key of this call.
        if (known) return known.respuesta as Result
        const result = await work(trx)
        await saveIn?.(result, trx)
        await efectos?.keep(clave, result, trx)
        given = { result }
        return result
      })
    } catch (cause) {
      if (cause instanceof EfectoGuardado && given !== null) return given.result
      throw cause
    }
  })
}
