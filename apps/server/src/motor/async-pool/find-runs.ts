import { type Kysely, sql } from 'kysely'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database } from '../../db/tables.ts'
import { listAsleep } from '../durables/esperas-repository.ts'
import { EJECUCIONES } from './boss.ts'
import { causaOfJob, type Perdida } from './perdidas.ts'
import { findRespuesta } from './respuestas-repository.ts'
import { describeLost, describeUnended, findAsleep, lostRespuesta, type Situacion } from './situacion.ts'
import type { Trabajo } from './trabajo.ts'
import { isFound, newestOf, type WaitingFilter } from './waiting-filter.ts'

interface FindDeps {
  db: Kysely<Database>
  started(): Promise<PgBoss>
  perdidas: { find(id: string): Promise<Perdida | undefined> }
}

/** Where accepted runs stand. */
export function createFindRuns({ db, started, perdidas }: FindDeps) {
  /** Of a run that the queue does not hold: it sleeps, or was lost. */
  async function findOutside(id: string): Promise<Situacion | undefined> {
    const asleep = await findAsleep(db, id)
    if (asleep) return asleep
    const perdida = await perdidas.find(id)
    return perdida && describeLost(perdida)
  }

  /** The row of pg-boss. */
  async function findJob(id: string): Promise<JobWithMetadata<Trabajo> | undefined> {
    const queue = await started()
    const [job] = await queue.findJobs<Trabajo>(EJECUCIONES, { id })
    return job
  }

  return {
    /** Undefined: it was never accepted, or its answer has expired. */
    async find(id: string): Promise<Situacion | undefined> {
      const respuesta = await findRespuesta(db, id)
      if (respuesta) return { estado: respuesta.estado, canalId: respuesta.canalId, respuesta }
      const job = await findJob(id)
      if (!job) return findOutside(id)
      const unended = describeUnended(job)
      if (unended) return unended
      const { canalId } = job.data
      if (job.state === 'failed') {
        // Without its letter, somebody has decided what becomes of it.
        const terminada = job.completedOn ?? new Date()
        const respuesta = lostRespuesta({ id, canalId, terminada }, causaOfJob(job))
        return (await findOutside(id)) ?? { estado: 'error', canalId, respuesta }
      }
      // It ended between the two looks, or is a firing, whose answer nobody waits for.
      const late = (await findRespuesta(db, id)) ?? null
      const estado = job.state === 'cancelled' ? 'cancelada' : 'ok'
      return { estado: late?.estado ?? estado, canalId, respuesta: late }
    },

    /** Of these runs those that have not ended, and whether a worker has them or they sleep. */
    async listUnended(
      ids: readonly string[],
      inside: Kysely<Database> = db,
    ): Promise<ReadonlyMap<string, 'en_cola' | 'ejecutando' | 'esperando'>> {
      if (ids.length === 0) return new Map()
      const { rows } = await sql<{ id: string; estado: 'en_cola' | 'ejecutando' | 'esperando' }>`
        select id, case when state = 'active' then 'ejecutando' else 'en_cola' end as estado from cola.job
        where name = ${EJECUCIONES} and id = any(${ids}::uuid[]) and state <= 'active'
        union all
        select id, 'esperando' from ejecuciones_durables where id = any(${ids}::uuid[]) and dormida`.execute(
        inside,
      )
      return new Map(rows.map(({ id, estado }) => [id, estado]))
    },

    /** Those that wait, newest first, from one of them on. */
    async listWaiting(
      { desde, hasta, procesoId, canalId, version, origen, busquedas = [] }: WaitingFilter,
      { limite, cursor }: { limite: number; cursor: { id: string; inicio: Date } | null },
    ): Promise<{ id: string; aceptada: Date; trabajo: Trabajo }[]> {
      const wanted = JSON.stringify({ procesoId, canalId, version, origen })
      // To the millisecond, as a cursor has it.
      const aceptada = sql`date_trunc('milliseconds', created_on)`
      const conditions = [
        sql`name = ${EJECUCIONES} and state < 'active'`,
        ...(desde ? [sql`created_on >= ${desde}`] : []),
        ...(hasta ? [sql`created_on < ${hasta}`] : []),
        ...(cursor ? [sql`(${aceptada}, id) < (${cursor.inicio}, ${cursor.id}::uuid)`] : []),
      ]
      const columns = sql`id, created_on, data`
      const among =
        busquedas.length === 0
          ? sql`(select ${columns} from cola.job where ${sql.join(conditions, sql` and `)})`
          : newestOf({
              table: sql`cola.job`,
              columns,
              moment: sql`created_on`,
              data: sql`data`,
              conditions,
            })
      const found = [sql`data @> ${wanted}::jsonb`, ...busquedas.map((busqueda) => isFound('data', busqueda))]
      const { rows } = await sql<{ id: string; aceptada: Date; trabajo: Trabajo }>`
        select id, created_on as aceptada, data as trabajo from ${among} as vista where ${sql.join(found, sql` and `)}
        order by ${aceptada} desc, id desc limit ${limite}`.execute(db)
      return rows
    },

    /** Those that sleep, those that began last first, from one of them on. */
    listAsleep: (filter: WaitingFilter, page: Parameters<typeof listAsleep>[2]) =>
      listAsleep(db, filter, page),
  }
}
