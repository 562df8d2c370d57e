import { type Kysely, sql } from 'kysely'

/** How a SOAP canal says that binary data travels. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table canales add column adjuntos text not null default 'sobre'`.execute(db)
}
