import { type Kysely, sql } from 'kysely'

/**
 * What the history is to tell of runs that have ended, stored with their ends: whoever dies before having written it takes none of it along.
 * Few rows, none for long.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table historial_apartado (
    id uuid primary key default gen_random_uuid(),
    ejecuciones uuid[] not null,
    /* Rows of the COPY of the history, one after another. */
    filas bytea not null,
    /* When whoever is to write it took it. */
    tomado timestamptz not null default clock_timestamp())`.execute(db)
}
