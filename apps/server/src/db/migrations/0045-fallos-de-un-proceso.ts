import { type Kysely, sql } from 'kysely'

/** What failed of one proceso is looked through for a text without going through what failed of all the others. Most runs pay nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ejecuciones_fallidas_de_proceso on ejecuciones (proceso_id, inicio desc, id desc)
    where estado = 'error'`.execute(db)
}
