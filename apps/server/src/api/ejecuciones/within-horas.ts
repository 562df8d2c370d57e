import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { classOf } from '../../motor/metrics/rolling-window.ts'
import type { EjecucionFilter } from './list-lugares.ts'

const HOUR_MS = 3_600_000

/** From here on so few take as long that their index is enough. */
const RARE_MS = 100

/** No index finds those that took no longer than this. */
export function isBoundedAbove({ duracionMaxMs, duracionMinMs = 0 }: EjecucionFilter): boolean {
  return duracionMaxMs !== undefined && duracionMinMs < RARE_MS
}

/**
 * Runs that took no longer than something are looked for from the first hour on of which the counts know any: no index knows how short a run was,
 * and where none was so short all would be read. What ran in this hour and the one before may not be counted yet.
 */
export async function withinHoras(
  db: Kysely<Database>,
  filter: EjecucionFilter,
  now = Date.now(),
): Promise<EjecucionFilter> {
  const { duracionMaxMs = Number.POSITIVE_INFINITY, duracionMinMs = 0, procesoId, canalId, desde } = filter
  // The array of PostgreSQL begins at one.
  const [first, last] = [classOf(duracionMinMs) + 1, classOf(duracionMaxMs) + 1]
  const ofWhom = [
    ...(procesoId === undefined ? [] : [sql`proceso_id = ${procesoId}::uuid`]),
    ...(canalId === undefined ? [] : [sql`canal_id = ${canalId}::uuid`]),
    sql`true`,
  ]
  // As a filter of the sum, not of its rows: those would be looked up one by one in the order of their hours.
  const { rows } = await sql<{ primera: Date | null }>`
    select min(hora) filter (where 0 < any(clases[${sql.lit(first)}:${sql.lit(last)}])) as primera
    from ejecuciones_horas where ${sql.join(ofWhom, sql` and `)}`.execute(db)
  const primera = rows[0]?.primera ?? null
  const uncounted = new Date(Math.floor(now / HOUR_MS - 1) * HOUR_MS)
  const from = primera !== null && primera < uncounted ? primera : uncounted
  return { ...filter, desde: desde && desde > from ? desde : from }
}
