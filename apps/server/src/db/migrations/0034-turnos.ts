import { type Kysely, sql } from 'kysely'

/** How many runs of a proceso may be under way at once, and what the queue asks of runs that sleep and of firings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table procesos add column concurrencia integer`.execute(db)
  await sql`create index ejecuciones_durables_turno on ejecuciones_durables (split_part(grupo ->> 'id', ' ', 1))
    where dormida and grupo is not null`.execute(db)
  await sql`alter table planificaciones add column por_cancelar uuid[] not null default '{}'`.execute(db)
  await sql`create index planificaciones_por_cancelar on planificaciones (tarea_id) where por_cancelar <> '{}'`.execute(
    db,
  )
}
