import { type Kysely, sql } from 'kysely'

/** Runs of a rare duration are found whatever is common around it. A run pays as before: one of its indexes makes room for this one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index ejecuciones_desde_1ms`.execute(db)
  await sql`create index ejecuciones_duracion on ejecuciones (duracion_ms) where duracion_ms >= 1`.execute(db)
}
