import { type Kysely, sql } from 'kysely'

/** Checkpoints that undoing a run needs, also those of regions that are over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table puntos_de_control add column compensa boolean not null default false`.execute(db)
}
