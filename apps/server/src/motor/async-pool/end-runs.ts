import type { AppError, Limits } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Job, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from '../../db/tables.ts'
import type { Esperas } from '../durables/esperas.ts'
import { endDurables, holdAttempts, listUnheld } from '../durables/puntos-repository.ts'
import type { Apartado, Apartados } from '../history/apartados.ts'
import { attemptOf, type Settled } from './attempt.ts'
import { EJECUCIONES, PERDIDAS } from './boss.ts'
import {
  type Cancelled,
  type CancelOptions,
  cancelWaiting,
  listCancelled,
  markCancelled,
} from './cancel-waiting.ts'
import { causaDePerdida } from './perdidas.ts'
import type { Respuesta } from './respuestas-repository.ts'
import { lostRespuesta } from './situacion.ts'
import { countFallos } from './tareas-fallos.ts'
import type { TellEnds } from './tell-ends.ts'
import { through } from './through.ts'
import type { Trabajo } from './trabajo.ts'

/** The end of a run. */
export interface Fin {
  job: Job<Trabajo>
  respuesta: Respuesta
  /** Of a durable one: the attempt that ended it. */
  intento: number | null
  /** What the history is to tell of it. */
  fila: Buffer | null
  /** It was refused before this attempt had a number: earlier ones may have begun it. */
  rechazada: boolean
}

export interface Ended {
  /** Those that these attempts have ended. */
  ours: ReadonlySet<Fin['job']>
  /** What was stored of them for the history. */
  apartado: Apartado | null
}

/** Runs that one look ends. */
const UNHELD_TOGETHER = 100

export interface EndRunsDeps {
  db: Kysely<Database>
  started(): Promise<PgBoss>
  tellEnds: TellEnds
  esperas: Pick<Esperas, 'wake'>
  apartados: Pick<Apartados, 'putAside'>
  /** That something waits. */
  tell(): void
  /** In force now. */
  limits(): Pick<Limits, 'puntoDeControlBytes' | 'puntoEnFilaBytes'>
  log: Pick<Logger, 'warn'>
}

/** How accepted runs end, each of them once: by the worker that ran it, by whoever cancels it, or because nobody has it any more. */
export function createEndRuns({ db, started, tellEnds, esperas, apartados, tell, limits, log }: EndRunsDeps) {
  return {
    listCancelled: (ids: readonly string[]) => listCancelled(db, ids),

    /** Somebody cancels a run that a worker may have: that holds whatever becomes of the worker. */
    markCancelled: (id: string) => markCancelled(db, id),

    /** Ends a run that no worker has, or has it undone (`cancelWaiting`). */
    async cancelWaiting(id: string, options: CancelOptions = {}): Promise<Cancelled> {
      const queue = await started()
      const cancelled = await db
        .transaction()
        .execute((trx) =>
          cancelWaiting(trx, id, { ...options, queue, esperas, tellEnds, apartados, limits: limits() }),
        )
      if (cancelled === 'deshaciendo') tell()
      return cancelled
    },

    /**
     * Ends runs with their answers and with what the history is to tell of them, and answers those that these attempts have ended, if only
     * this is said: their own first word may have been lost on its way. Of one that another worker has by now nothing is kept (its attempt is older).
     */
    async complete(ended: readonly Fin[]): Promise<Ended> {
      const queue = await started()
      return db.transaction().execute(async (trx) => {
        const last = lastOfEach(await withoutLate(trx, ended))
        const kept = await completeEntries(queue, trx, last)
        const ours = new Set(kept.map(({ job }) => job))
        await endDurables(
          trx,
          kept.flatMap(({ job, intento, rechazada }) => (intento !== null || rechazada ? job.id : [])),
        )
        await countFallos(
          trx,
          kept.map(({ job: { id, data: trabajo }, respuesta: { estado } }) => ({ id, trabajo, estado })),
        )
        // Of what nobody asks for nothing is kept.
        const asked = kept.filter(({ job: { data } }) => data.origen === 'canal' || data.espera)
        await tellEnds(
          trx,
          asked.map(({ job, respuesta }) => ({ trabajo: job.data, respuesta })),
        )
        const apartado = await apartados.putAside(
          trx,
          kept.flatMap(({ fila }) => fila ?? []),
        )
        const others = ended.filter(({ job }) => !ours.has(job))
        if (others.length === 0) return { ours, apartado }
        const before = await listEndedBefore(trx, others)
        for (const { job, intento } of others) {
          if (!before.has(job))
            log.warn({ idEjecucion: job.id, intento }, 'late end of a run that another worker has')
        }
        return { ours: ours.union(before), apartado }
      })
    },

    /** Ends durable runs that nobody has any more; each is told of. */
    async endUnheld(tellOf: (id: string, trabajo: Trabajo, causa: AppError) => Promise<void>): Promise<void> {
      const ended = await db.transaction().execute(async (trx) => {
        const unheld = await listUnheld(trx, {
          cola: EJECUCIONES,
          perdidas: PERDIDAS,
          maximo: UNHELD_TOGETHER,
        })
        if (unheld.length === 0) return unheld
        await endDurables(
          trx,
          unheld.map(({ id }) => id),
        )
        await countFallos(
          trx,
          unheld.map(({ id, trabajo }) => ({ id, trabajo, estado: 'error' })),
        )
        await tellEnds(
          trx,
          unheld.map(({ id, trabajo, intento }) => ({
            trabajo,
            respuesta: lostRespuesta(
              { id, canalId: trabajo.canalId, terminada: new Date() },
              causaDePerdida(intento, null),
            ),
          })),
        )
        return unheld
      })
      for (const { id, trabajo, version, intento } of ended)
        await tellOf(id, { ...trabajo, version }, causaDePerdida(intento, null))
    },
  }
}

/** Of these those whose entries are completed by it. */
async function completeEntries(
  queue: PgBoss,
  trx: Kysely<Database>,
  ended: readonly Fin[],
): Promise<readonly Fin[]> {
  // pg-boss refuses to complete nothing: who has only ends that it was not told of would try again for ever.
  if (ended.length === 0) return []
  const attempts = ended.map(({ job }) => attemptOf(job))
  const { settled = [] } = (await queue.complete(EJECUCIONES, attempts, null, {
    db: through(trx),
  })) as Settled
  const ids = new Set(settled)
  return ended.filter(({ job }) => ids.has(job.id))
}

/** A run that sleeps and wakes is another entry of the queue, which knows nothing of its earlier attempts. */
async function withoutLate(trx: Kysely<Database>, ended: readonly Fin[]): Promise<readonly Fin[]> {
  const attempts = ended.flatMap(({ job: { id }, intento }) => (intento === null ? [] : { id, intento }))
  if (attempts.length === 0) return ended
  const held = await holdAttempts(trx, attempts)
  return ended.filter(({ job, intento }) => intento === null || held.has(job.id))
}

/** One worker may have had a run twice, and both attempts end together: only the last can be that which the queue knows of. */
function lastOfEach(ended: readonly Fin[]): readonly Fin[] {
  const byId = new Map<string, Fin>()
  for (const fin of ended) {
    const known = byId.get(fin.job.id)
    if (!known || known.job.retryCount < fin.job.retryCount) byId.set(fin.job.id, fin)
  }
  return [...byId.values()]
}

/** Of these attempts those that have ended their runs. */
async function listEndedBefore(
  trx: Kysely<Database>,
  ended: readonly Fin[],
): Promise<ReadonlySet<Fin['job']>> {
  const { rows } = await sql<{ place: number }>`
    select fin.place::int from cola.job
    join unnest(
      ${ended.map(({ job }) => job.id)}::uuid[],
      ${ended.map(({ job }) => job.retryCount)}::int[],
      ${ended.map(({ intento }) => intento)}::int[]
    ) with ordinality as fin (id, retry_count, intento, place) using (id, retry_count)
    left join ejecuciones_durables as durable on durable.id = job.id
    where job.name = ${EJECUCIONES} and job.state = 'completed'
      and (fin.intento is null or fin.intento = durable.intento)`.execute(trx)
  return new Set(rows.flatMap(({ place }) => ended[place - 1]?.job ?? []))
}
