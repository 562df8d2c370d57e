import { type Kysely, sql } from 'kysely'
import type { Db, PgBoss } from 'pg-boss'
import { containing } from '../../db/like-pattern.ts'
import type { Database } from '../../db/tables.ts'
import { endDurables } from '../durables/puntos-repository.ts'
import { newRunId } from '../runtime/new-run-id.ts'
import type { Aceptado } from './aceptado.ts'
import { PERDIDAS } from './boss.ts'
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
const IDENTITY = sql`source_id as id, data as trabajo, source_created_on as aceptada, created_on as perdida`
/** To the millisecond, as a cursor has it. */
const MOMENT = sql`date_trunc('milliseconds', created_on)`

/** Runs that were given up: looked at, accepted again or dropped. Each is kept for as long as a limit says. */
export function createPerdidas({ db, started, acceptIn, announce }: PerdidasDeps) {
  return {
    /** Newest first, from one of them on. */
    async list(
      { procesoId, canalId, q }: PerdidasFilter,
      { limite, cursor }: { limite: number; cursor: { id: string; inicio: Date } | null },
    ): Promise<Perdida[]> {
      const after = cursor ? sql`and (${MOMENT}, source_id) < (${cursor.inicio}, ${cursor.id}::uuid)` : sql``
      const named = q === undefined ? sql`` : sql`and ${isNamed(q)}`
      const { rows } = await sql<Perdida>`
        select ${IDENTITY} from cola.job
        where name = ${PERDIDAS} and data @> ${JSON.stringify({ procesoId, canalId })}::jsonb ${after} ${named}
        order by ${MOMENT} desc, source_id desc limit ${limite}`.execute(db)
      return rows
    },

    async find(id: string): Promise<Perdida | undefined> {
      const { rows } = await sql<Perdida>`
        select ${IDENTITY} from cola.job where name = ${PERDIDAS} and source_id = ${id}`.execute(db)
      return rows[0]
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
      const taken = await take(trx, ids)
      const aceptados = taken.map(({ id, trabajo }) => ({
        perdida: id,
        idEjecucion: newRunId(),
        trabajo: change(trabajo),
      }))
      if (aceptados.length > 0) await acceptIn(trx, aceptados)
      return aceptados.map(({ perdida, idEjecucion }) => ({ perdida, idEjecucion }))
    },

    /** Answers the runs that were taken off the list. */
    async discard(trx: Kysely<Database>, ids: readonly string[]): Promise<string[]> {
      const taken = await take(trx, ids)
      return taken.map(({ id }) => id)
    },

    /** Gives those that nobody has heard of yet to one worker, which tells of them; the list keeps them. */
    async record(tell: (id: string, trabajo: Trabajo) => void, written: () => Promise<void>): Promise<void> {
      const queue = await started()
      const jobs = await queue.fetch<Trabajo>(PERDIDAS, {
        batchSize: RECORDED_TOGETHER,
        includeMetadata: true,
      })
      if (jobs.length === 0) return
      const runs = jobs.map(({ id, sourceId, data }) => ({ id: sourceId ?? id, data }))
      for (const { id, data } of runs) tell(id, data)
      await written()
      await endDurables(db, runs.map(idOf))
      await announce(runs)
      await queue.complete(PERDIDAS, jobs.map(idOf))
    },
  }

  async function take(
    trx: Kysely<Database>,
    ids: readonly string[],
  ): Promise<{ job: string; id: string; trabajo: Trabajo }[]> {
    const { rows } = await sql<{ job: string; id: string; trabajo: Trabajo }>`
      select id as job, source_id as id, data as trabajo from cola.job
      where name = ${PERDIDAS} and source_id = any(${ids}::uuid[]) for update skip locked`.execute(trx)
    if (rows.length === 0) return rows
    const queue = await started()
    await queue.deleteJob(
      PERDIDAS,
      rows.map(({ job }) => job),
      { db: through(trx) },
    )
    return rows
  }
}

function isNamed(q: string) {
  const pattern = containing(q)
  return sql`(
    data ->> 'procesoId' in (select id::text from procesos where unaccent(nombre) ilike unaccent(${pattern}))
    or data ->> 'canalId' in (select id::text from canales where unaccent(nombre) ilike unaccent(${pattern})))`
}

function idOf({ id }: { id: string }): string {
  return id
}
