import { type Kysely, sql } from 'kysely'

/** Tareas that begin with an event, who listens for it, and what nobody could read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tareas_programadas add column evento jsonb`.execute(db)
  // Of an event: what it is told apart by.
  await sql`alter table disparos add column clave text`.execute(db)
  await sql`create unique index disparos_clave on disparos (tarea_id, clave) where clave is not null`.execute(
    db,
  )
  // One worker at a time, until a moment that it puts off again and again. What it has accepted is accepted with the cursor.
  await sql`create table escuchas (
    tarea_id uuid primary key references tareas_programadas (id) on delete cascade,
    dueno uuid not null,
    nodo text not null,
    hasta timestamptz not null,
    estado text not null,
    detalle text,
    desde timestamptz not null default now(),
    fuente text,
    cursor jsonb)`.execute(db)
  await sql`create table eventos_apartados (
    id uuid primary key,
    tarea_id uuid not null references tareas_programadas (id) on delete cascade,
    huella text not null,
    entregas integer not null,
    causa text not null,
    datos jsonb,
    apartado boolean not null,
    momento timestamptz not null default now())`.execute(db)
  await sql`create unique index eventos_por_apartar on eventos_apartados (tarea_id, huella) where not apartado`.execute(
    db,
  )
  await sql`create index eventos_apartados_momento on eventos_apartados (tarea_id, momento)`.execute(db)
}
