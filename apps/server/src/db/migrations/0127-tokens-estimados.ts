import { type Kysely, sql } from 'kysely'

/** Of answers that were stopped, or whose service does not count, what they took is what the ledger counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ai_mensajes add column tokens_estimados boolean not null default false`.execute(db)
}
