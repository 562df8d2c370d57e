import { type Kysely, sql } from 'kysely'

/**
 * The longest run of an hour, which no figure made of classes may exceed. Of hours of before nobody knows it, and a server of an older version
 * that writes beside newer ones does not tell it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ejecuciones_horas add column maxima_ms float8 not null default 'Infinity'`.execute(db)
}
