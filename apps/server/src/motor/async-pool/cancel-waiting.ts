import { EjecucionCancelada, type Limits } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Database } from '../../db/tables.ts'
import { PROBLEM_TYPE, problemOf } from '../../http/problem.ts'
import { encodeCancelada } from '../durables/encode-punto.ts'
import type { Esperas } from '../durables/esperas.ts'
import { holdRun } from '../durables/esperas-repository.ts'
import { endDurables, storeAnswers } from '../durables/puntos-repository.ts'
import type { Apartado, Apartados } from '../history/apartados.ts'
import { EJECUCIONES } from './boss.ts'
import type { TellEnds } from './tell-ends.ts'
import { through } from './through.ts'
import type { Trabajo } from './trabajo.ts'

export interface CancelOptions {
  /**
   * Also one that a worker has taken and nobody tells of. A durable one ends: what that worker still does counts for nothing. One in memory
   * is ended by that worker when it looks, or by whoever gets it next.
   */
  taken?: boolean
  /** Its proceso asks that what a cancelled run did be undone. */
  undoes?: boolean
  /** What the history is to tell of it, stored with its end. */
  fila?: Buffer | null
}

/** It has ended. */
interface CancelledRun {
  trabajo: Trabajo
  apartado: Apartado | null
}

/** Undefined: there was none such. Whoever has it, or gets it, tells of its end: `deshaciendo` undoes first what it did. */
export type Cancelled = CancelledRun | 'deshaciendo' | 'cancelandose' | undefined

interface Cancelling extends CancelOptions {
  queue: PgBoss
  esperas: Pick<Esperas, 'wake'>
  tellEnds: TellEnds
  apartados: Pick<Apartados, 'putAside'>
  limits: Pick<Limits, 'puntoDeControlBytes' | 'puntoEnFilaBytes'>
}

/** Ends a run that no worker has: one that waits in the queue, or that sleeps. One that was begun may ask to be undone first. */
export async function cancelWaiting(
  trx: Kysely<Database>,
  id: string,
  { taken = false, undoes = false, fila = null, queue, esperas, tellEnds, apartados, limits }: Cancelling,
): Promise<Cancelled> {
  const { trabajo, comenzada, isQueued, isElsewhere } = await hold(trx, id, taken)
  if (!trabajo) return undefined
  if (isElsewhere) {
    await markCancelled(trx, id)
    return 'cancelandose'
  }
  if (comenzada && undoes) {
    const { puntoDeControlBytes, puntoEnFilaBytes: enFila } = limits
    await storeAnswers(trx, [{ ejecucionId: id, ...encodeCancelada(puntoDeControlBytes) }], { enFila })
    await esperas.wake(trx, [id])
    return 'deshaciendo'
  }
  if (isQueued) await queue.cancel(EJECUCIONES, id, { db: through(trx) })
  await endDurables(trx, [id])
  const { status, body } = problemOf(new EjecucionCancelada(), { idEjecucion: id })
  const respuesta = {
    id,
    canalId: trabajo.canalId,
    estado: 'cancelada' as const,
    estadoHttp: status,
    tipoContenido: PROBLEM_TYPE,
    cabeceras: {},
    cuerpo: Buffer.from(body),
    iniciada: comenzada,
    terminada: new Date(),
  }
  await tellEnds(trx, [{ trabajo, respuesta }])
  return { trabajo, apartado: await apartados.putAside(trx, fila ? [fila] : []) }
}

/**
 * Of a run that a worker has: should that die before it has ended it, another gets it once more, however often that was tried, and ends it.
 * Answers whether one has it.
 */
export async function markCancelled(db: Kysely<Database>, id: string): Promise<boolean> {
  const { rows } = await sql`update cola.job
    set data = data || '{"cancelada":true}', retry_limit = greatest(retry_limit, retry_count + 1)
    where name = ${EJECUCIONES} and id = ${id} and state = 'active' returning id`.execute(db)
  return rows.length > 0
}

/** What such a run is, held until the transaction ends. */
async function hold(
  trx: Kysely<Database>,
  id: string,
  taken: boolean,
): Promise<{
  trabajo: Trabajo | undefined
  /** Null: no worker has begun it, or it is not durable. */
  comenzada: Date | null
  isQueued: boolean
  isElsewhere: boolean
}> {
  // Before its entry, as whoever ends it does.
  const run = await holdRun(trx, id)
  const { rows } = await sql<{ trabajo: Trabajo; isActive: boolean }>`
    select data as trabajo, state = 'active' as is_active from cola.job
    where name = ${EJECUCIONES} and id = ${id} and (state < 'active' or (state = 'active' and ${taken}::boolean))
    for update`.execute(trx)
  const [queued] = rows
  const given = queued?.trabajo ?? (run?.dormida ? run.trabajo : undefined)
  const trabajo = given && run ? { ...given, version: run.version } : given
  return {
    trabajo,
    comenzada: run?.comenzada ?? null,
    isQueued: queued !== undefined,
    isElsewhere: queued?.isActive === true && run === undefined,
  }
}

/** Of these runs, which workers have, those that somebody cancelled of whom the workers have not heard. */
export async function listCancelled(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from cola.job where name = ${EJECUCIONES} and id = any(${ids}::uuid[])
      and data -> 'cancelada' is not null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
