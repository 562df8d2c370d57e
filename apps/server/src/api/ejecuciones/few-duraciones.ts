import { type Kysely, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { type EjecucionFilter, filtered, LISTED, type Lugar } from './list-lugares.ts'

/** From so many milliseconds on a duration has its index. */
const INDEXED_MS = 1
/** As many are read and put in order in milliseconds; where there are more, a page is full before a hundred thousand runs have been looked at. */
const FEW = 5_000

/**
 * Runs of a duration that few have, by the index of durations: in the order of the list all runs might be gone through for them. Undefined:
 * many have it, or it has no index.
 */
export async function fewOfDuracion(
  db: Kysely<Database>,
  filter: Omit<EjecucionFilter, 'q'>,
): Promise<Lugar | undefined> {
  const { duracionMinMs = 0, duracionMaxMs, ...rest } = filter
  if (duracionMinMs < INDEXED_MS) return undefined
  const { desde, hasta } = rest
  const alike = filtered(db, { duracionMinMs, duracionMaxMs, desde, hasta }).where(
    // Literally what the index says of itself.
    sql<boolean>`ejecuciones.duracion_ms >= ${sql.lit(INDEXED_MS)}`,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${alike.select('ejecuciones.duracionMs').limit(FEW + 1)}) as alike`.execute(
    db,
  )
  if ((rows[0]?.count ?? 0) > FEW) return undefined
  // The offset keeps the order of the list outside: with it the planner goes through all runs until a page is full.
  const few = sql<Row<'ejecuciones'>>`(${alike.select(LISTED).offset(0)})`
  return filtered(db, rest, db.selectFrom(few.as<'ejecuciones'>(sql.ref('ejecuciones'))))
}
