import { type Kysely, sql } from 'kysely'

/** What durable runs that sleep wait for: rows, found by the moment at which they are due. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ejecuciones_durables
    add column dormida boolean not null default false,
    add column prioridad integer not null default 0,
    add column grupo jsonb`.execute(db)
  await sql`create index ejecuciones_durables_dormida on ejecuciones_durables (comenzada, id)
    where dormida`.execute(db)

  await sql`create table esperas (
    id uuid primary key default gen_random_uuid(),
    ejecucion_id uuid not null,
    nodo text not null,
    iteracion text not null,
    region text,
    clase text not null check (clase in ('tiempo', 'senal', 'aprobacion')),
    vence timestamptz,
    rol text,
    titulo text,
    descripcion text,
    datos jsonb,
    creada timestamptz not null default now(),
    unique (ejecucion_id, nodo, iteracion)
  )`.execute(db)
  await sql`create index esperas_vence on esperas (vence) where vence is not null`.execute(db)
  await sql`create index esperas_aprobacion on esperas (creada, id) where clase = 'aprobacion'`.execute(db)
}
