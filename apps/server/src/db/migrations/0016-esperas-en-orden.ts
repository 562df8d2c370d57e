import { type Kysely, sql } from 'kysely'

/** Runs that sleep and approvals are found in the order in which they are listed; a cursor has no more than milliseconds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ejecuciones_durables alter column comenzada type timestamptz(3)`.execute(db)
  await sql`create index esperas_aprobacion_rol on esperas (rol, creada, id) where clase = 'aprobacion'`.execute(
    db,
  )
}
