import { type Kysely, sql } from 'kysely'

/** Durable runs that a worker should have are few among those that sleep or have ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ejecuciones_durables_viva on ejecuciones_durables (comenzada)
    where terminada is null and not dormida`.execute(db)
}
