import { type Kysely, sql } from 'kysely'

/** The collector that an admin names; null: as the product was started. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table configuracion add column exportacion jsonb`.execute(db)
}
