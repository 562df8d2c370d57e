import { type Kysely, sql } from 'kysely'

/** What keeps a rule from being looked at; a rule that was looked at has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table alertas_fallos (
    alerta_id uuid primary key references alertas (id) on delete cascade,
    mensaje text not null,
    desde timestamptz not null)`.execute(db)
}
