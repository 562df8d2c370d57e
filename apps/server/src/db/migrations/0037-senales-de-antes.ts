import { type Kysely, sql } from 'kysely'

/** What signed the addresses of signals under a retired key, sealed under the one in force. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table claves_secretos add column senales text`.execute(db)
}
