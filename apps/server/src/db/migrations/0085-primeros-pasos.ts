import { type Kysely, sql } from 'kysely'

/** Who does not want to be shown the first steps: whoever was here before them knows the way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table primeros_pasos_ocultos (
      usuario_id uuid primary key references usuarios on delete cascade)`.execute(db)
  await sql`insert into primeros_pasos_ocultos select id from usuarios`.execute(db)
}
