import { type Kysely, sql } from 'kysely'

/** What a new row was called by who sent it, so that a repeated call does not make it twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tabla_filas add column clave uuid`.execute(db)
  await sql`create unique index tabla_filas_clave on tabla_filas (tabla_id, clave) where clave is not null`.execute(
    db,
  )
}
