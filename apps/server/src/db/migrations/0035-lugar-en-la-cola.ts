import { type Kysely, sql } from 'kysely'

/** When a run that sleeps was queued, and until when somebody is at the runs of a tarea that are to give way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ejecuciones_durables add column encolada timestamptz`.execute(db)
  // Of what sleeps already only its id, a UUID version 7, tells when that was.
  await sql`update ejecuciones_durables
    set encolada = to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
    where dormida`.execute(db)
  await sql`alter table planificaciones add column atendida_hasta timestamptz`.execute(db)
}
