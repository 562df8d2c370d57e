import { type Kysely, sql } from 'kysely'

/** Sources that are read at their hours, as tareas are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rag_fuentes add column cron text not null default '', add column zona_horaria text not null default 'UTC'`.execute(
    db,
  )
}
