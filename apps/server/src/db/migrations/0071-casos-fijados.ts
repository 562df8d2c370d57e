import { type Kysely, sql } from 'kysely'

/** What a test case takes as it is from nodes whose calls it does not make. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table proceso_casos add column datos_fijados jsonb not null default '{}'`.execute(db)
}
