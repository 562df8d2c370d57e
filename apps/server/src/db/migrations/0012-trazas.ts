import { type Kysely, sql } from 'kysely'

/** What an admin changes of the traces of runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table configuracion add column trazas jsonb not null default '{}'`.execute(db)
}
