import type { EsperaDeNodo } from '@div/engine'
import type { Kysely } from 'kysely'
import type { Job, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from '../../db/tables.ts'
import type { Esperas } from '../durables/esperas.ts'
import { layDown, listAnswered, replaceEsperas } from '../durables/esperas-repository.ts'
import { holdAttempts } from '../durables/puntos-repository.ts'
import { attemptOf, type Settled } from './attempt.ts'
import { EJECUCIONES } from './boss.ts'
import type { EsperaDeFin } from './espera-de-fin.ts'
import { giveBack } from './give-back.ts'
import { through } from './through.ts'
import type { Trabajo } from './trabajo.ts'
import { giveTurnos } from './turnos.ts'

/** A run of which all that is left waits. */
export interface Dormida {
  job: Job<Trabajo>
  intento: number
  esperas: readonly EsperaDeNodo[]
}

interface TakeDeps {
  db: Kysely<Database>
  started(): Promise<PgBoss>
  esperas: Pick<Esperas, 'wake'>
  fines: Pick<EsperaDeFin, 'tell'>
  /** That something waits. */
  tell(): void
  log: Pick<Logger, 'warn'>
}

/** Workers take runs, keep them, give them back and lay them down; how runs end stands in `end-runs.ts`. */
export function createTakeRuns({ db, started, esperas, fines, tell, log }: TakeDeps) {
  function logLate(dormidas: readonly Dormida[], held: ReadonlySet<string>): void {
    for (const { job, intento } of dormidas) {
      if (held.has(job.id)) continue
      log.warn({ idEjecucion: job.id, intento }, 'late waits of a run that another attempt has')
    }
  }

  return {
    /** Takes up to so many runs for a worker. */
    async fetch(count: number): Promise<Job<Trabajo>[]> {
      const queue = await started()
      await giveTurnos(count).execute(db)
      return queue.fetch<Trabajo>(EJECUCIONES, { batchSize: count })
    },

    /** As if they had not been fetched. */
    async giveBack(jobs: readonly Job<Trabajo>[]): Promise<void> {
      await giveBack(await started(), EJECUCIONES, jobs)
      tell()
    },

    /** Tells that these are still being run. Answers those that are not this worker's any more. */
    async touch(jobs: readonly Job<Trabajo>[]): Promise<readonly Job<Trabajo>[]> {
      const queue = await started()
      const { settled = [] } = (await queue.touch(EJECUCIONES, jobs.map(attemptOf))) as Settled
      const kept = new Set(settled)
      return jobs.filter(({ id }) => !kept.has(id))
    },

    /** Takes runs that sleep out of the queue, with what they wait for. Of one that another worker has by now nothing is kept. */
    async sleep(dormidas: readonly Dormida[]): Promise<void> {
      const queue = await started()
      await db.transaction().execute(async (trx) => {
        const held = await holdAttempts(
          trx,
          dormidas.map(({ job: { id }, intento }) => ({ id, intento })),
        )
        logLate(dormidas, held)
        const entries = dormidas.flatMap(({ job }) => (held.has(job.id) ? attemptOf(job) : []))
        if (entries.length === 0) return
        const laid = await layDown(trx, entries, EJECUCIONES)
        const ours = dormidas.filter(({ job }) => laid.has(job.id))
        if (ours.length === 0) return
        const ids = ours.map(({ job }) => job.id)
        await replaceEsperas(
          trx,
          ids,
          ours.flatMap(({ job, esperas: all }) => all.map((espera) => ({ ...espera, ejecucionId: job.id }))),
        )
        await queue.deleteJob(
          EJECUCIONES,
          ours.map(({ job }) => attemptOf(job)),
          { db: through(trx) },
        )
        const answered = await listAnswered(trx, ids)
        if (answered.length > 0) await esperas.wake(trx, answered)
        // Whoever waits for an answer does not wait for a person or a signal.
        const long = ours.filter(({ esperas: all }) => all.some(({ pedida }) => pedida.clase !== 'tiempo'))
        await fines.tell(
          trx,
          long.flatMap(({ job }) => (job.data.espera ? job.id : [])),
        )
      })
      tell()
    },
  }
}
