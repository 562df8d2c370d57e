import { type Kysely, sql } from 'kysely'
import type { Db, PgBoss } from 'pg-boss'
import type { Database } from '../../db/tables.ts'
import { endDurables } from '../durables/puntos-repository.ts'
import { newRunId } from '../runtime/new-run-id.ts'
import type { Aceptado } from './aceptado.ts'
import { PERDIDAS } from './boss.ts'
import { createDeadLetters, type DeadLetter, isNamed, type LettersPage } from './dead-letters.ts'
import { countFallos } from './tareas-fallos.ts'
import { through } from './through.ts'
import type { Trabajo } from './trabajo.ts'

/** A run whose workers kept dying: the dead letters of the queue. */
export interface Perdida {
  /** Of the run. */
  id: string
  trabajo: Trabajo
  aceptada: Date
  perdida: Date
}

export interface PerdidasFilter {
  procesoId?: string | undefined
  canalId?: string | undefined
  /** Part of the name of the proceso or the canal. */
  q?: string | undefined
}

interface PerdidasDeps {
  db: Kysely<Database>
  started(): Promise<PgBoss>
  /** Tells whoever wants to know that these have ended. */
  announce(runs: readonly { id: string; data: Trabajo }[], through?: Db): Promise<void>
  acceptIn(trx: Kysely<Database>, aceptados: readonly Aceptado[]): Promise<void>
}

/** How many one worker writes into the history at a time. */
const RECORDED_TOGETHER = 50

/** Runs that were given up: looked at, accepted again or dropped. Each is kept for as long as a limit says. */
export function createPerdidas({ db, started, acceptIn, announce }: PerdidasDeps) {
  const letters = createDeadLetters<Trabajo>(PERDIDAS, { db, started })
  return {
    /** Newest first, from one of them on. */
    async list({ q, ...wanted }: PerdidasFilter, page: LettersPage): Promise<Perdida[]> {
      const named =
        q === undefined
          ? undefined
          : sql`(${isNamed('procesos', 'procesoId', q)} or ${isNamed('canales', 'canalId', q)})`
      return (await letters.list(wanted, page, named)).map(toPerdida)
    },

    async find(id: string): Promise<Perdida | undefined> {
      const letter = await letters.find(id)
      return letter && toPerdida(letter)
    },

    /**
     * Accepts these again as new runs, with what `change` makes of each, and takes them off the list. Those that somebody else has taken
     * meanwhile are left out of the answer.
     */
    async retry(
      trx: Kysely<Database>,
      ids: readonly string[],
      change: (trabajo: Trabajo) => Trabajo = (trabajo) => trabajo,
    ): Promise<{ perdida: string; idEjecucion: string }[]> {
      const taken = await letters.take(trx, ids)
      const aceptados = taken.map(({ id, data }) => ({
        perdida: id,
        idEjecucion: newRunId(),
        trabajo: change(data),
      }))
      if (aceptados.length > 0) await acceptIn(trx, aceptados)
      return aceptados.map(({ perdida, idEjecucion }) => ({ perdida, idEjecucion }))
    },

    /** Answers the runs that were taken off the list. */
    async discard(trx: Kysely<Database>, ids: readonly string[]): Promise<string[]> {
      const taken = await letters.take(trx, ids)
      return taken.map(({ id }) => id)
    },

    /** Gives those that nobody has heard of yet to one worker, which tells of them; the list keeps them. */
    async record(
      tell: (id: string, trabajo: Trabajo) => Promise<void>,
      written: () => Promise<void>,
    ): Promise<void> {
      const queue = await started()
      const jobs = await queue.fetch<Trabajo>(PERDIDAS, {
        batchSize: RECORDED_TOGETHER,
        includeMetadata: true,
      })
      if (jobs.length === 0) return
      const runs = jobs.map(({ id, sourceId, data }) => ({ id: sourceId ?? id, data }))
      for (const { id, data } of runs) await tell(id, data)
      await written()
      await db.transaction().execute(async (trx) => {
        await endDurables(trx, runs.map(idOf))
        await countFallos(
          trx,
          runs.map(({ id, data: trabajo }) => ({ id, trabajo, estado: 'error' })),
        )
        await announce(runs, through(trx))
        await queue.complete(PERDIDAS, jobs.map(idOf), null, { db: through(trx) })
      })
    },
  }
}

function toPerdida({ id, data: trabajo, inserted: aceptada, died: perdida }: DeadLetter<Trabajo>): Perdida {
  return { id, trabajo, aceptada, perdida }
}

function idOf({ id }: { id: string }): string {
  return id
}
