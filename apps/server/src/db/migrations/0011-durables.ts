import { type Kysely, sql } from 'kysely'

/** Durable runs: who has each, and what its nodes have given so far. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ejecuciones_durables (
    id uuid primary key,
    proceso_id uuid not null,
    version integer,
    trabajo jsonb not null,
    intento integer not null default 1,
    comenzada timestamptz not null default now(),
    terminada timestamptz
  )`.execute(db)
  await sql`create index ejecuciones_durables_terminada on ejecuciones_durables (terminada)
    where terminada is not null`.execute(db)

  // No foreign key: a checkpoint is only written under a lock on its run.
  await sql`create table puntos_de_control (
    ejecucion_id uuid not null,
    nodo text not null,
    iteracion text not null,
    region text,
    salida text not null,
    contenido text,
    primary key (ejecucion_id, nodo, iteracion)
  )`.execute(db)
  await sql`create table puntos_grandes (
    ejecucion_id uuid not null,
    nodo text not null,
    iteracion text not null,
    contenido text not null,
    primary key (ejecucion_id, nodo, iteracion)
  )`.execute(db)
}
