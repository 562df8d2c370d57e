import { type Kysely, sql } from 'kysely'

/** Answers of runs that were accepted first and run later, and the ledger of the tareas that fire. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table respuestas_asincronas (
    id uuid primary key,
    canal_id uuid,
    estado text not null check (estado in ('ok', 'error', 'cancelada')),
    estado_http integer not null,
    tipo_contenido text,
    cabeceras jsonb not null,
    cuerpo bytea not null,
    iniciada timestamptz,
    terminada timestamptz not null default now(),
    expira_en timestamptz not null
  )`.execute(db)
  await sql`create index respuestas_asincronas_expira on respuestas_asincronas (expira_en)`.execute(db)

  await sql`create table planificaciones (
    tarea_id uuid primary key references tareas_programadas (id) on delete cascade,
    revision integer not null,
    proximo timestamptz not null,
    ultima_ejecucion uuid
  )`.execute(db)
  await sql`create index planificaciones_proximo on planificaciones (proximo)`.execute(db)
  await sql`create table disparos (
    tarea_id uuid not null references tareas_programadas (id) on delete cascade,
    previsto timestamptz not null,
    momento timestamptz not null default now(),
    estado text not null check (estado in ('disparado', 'omitido', 'perdido')),
    motivo text,
    usuario text,
    ejecucion_id uuid,
    primary key (tarea_id, previsto)
  )`.execute(db)
  await sql`create index disparos_previsto on disparos (previsto)`.execute(db)
}
