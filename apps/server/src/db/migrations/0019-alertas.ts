import { type Kysely, sql } from 'kysely'

/** Rules that are watched, what they found, and who was told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table alertas (
    id uuid primary key,
    nombre text not null,
    descripcion text not null default '',
    activo boolean not null default true,
    condicion jsonb not null,
    campana boolean not null,
    correo jsonb,
    webhook jsonb,
    repetir_minutos integer,
    recupera_minutos integer not null,
    /* What an operator does about it is no change of the rule. */
    silenciada_hasta timestamptz,
    revision integer not null default 1,
    creado_en timestamptz not null default now(),
    actualizado_en timestamptz not null default now(),
    actualizado_por text)`,
  `create unique index alertas_nombre on alertas (lower(nombre))`,

  // Sums of before, with which those of now make what came in a window.
  `create table alertas_muestras (
    alerta_id uuid not null references alertas (id) on delete cascade,
    revision integer not null,
    momento timestamptz not null,
    total double precision not null,
    errores double precision not null,
    clases double precision[] not null,
    /* The first hour that was added up. */
    desde timestamptz not null,
    primary key (alerta_id, momento))`,

  // One row for as long as a rule holds of one thing.
  `create table alertas_incidencias (
    id uuid primary key,
    alerta_id uuid not null references alertas (id) on delete cascade,
    sujeto text not null,
    mensaje text not null,
    desde timestamptz not null,
    hasta timestamptz,
    avisada timestamptz,
    /* Since when it would be over. */
    bien_desde timestamptz)`,
  `create unique index alertas_incidencias_abierta on alertas_incidencias (alerta_id, sujeto) where hasta is null`,
  `create index alertas_incidencias_desde on alertas_incidencias (desde desc, id desc)`,
  `create index alertas_incidencias_alerta on alertas_incidencias (alerta_id, desde desc, id desc)`,

  `create table alertas_entregas (
    id uuid primary key,
    incidencia_id uuid not null references alertas_incidencias (id) on delete cascade,
    tipo text not null check (tipo in ('alerta', 'repeticion', 'recuperacion')),
    via text not null check (via in ('correo', 'webhook')),
    /* As it was when the message was made. */
    mensaje text not null,
    estado text not null default 'pendiente' check (estado in ('pendiente', 'entregada', 'fallida')),
    intentos integer not null default 0,
    error text,
    momento timestamptz not null default now())`,
  `create index alertas_entregas_incidencia on alertas_entregas (incidencia_id)`,

  // One row: when the rules were looked at last, and by holding it, who does now.
  `create table alertas_turno (unico boolean primary key default true check (unico), momento timestamptz not null)`,
  `insert into alertas_turno (momento) values ('epoch')`,

  `alter table tareas_programadas add column fallos_para_alerta integer`,
  // Of tareas whose last run failed: how many in a row.
  `create table tareas_fallos (
    tarea_id uuid primary key,
    seguidos integer not null,
    desde timestamptz not null,
    ejecucion_id uuid not null)`,

  // What a tarea says about its failures holds without anything else being set up.
  `insert into alertas (id, nombre, descripcion, condicion, campana, recupera_minutos) values (
    '00000000-0000-4000-8000-0000000a1e27', 'Tareas que fallan',
    'Las que fallan tantas veces seguidas como dice su propia página.',
    '{"tipo": "tareaFallida", "tareaId": null, "fallos": null}', true, 0)`,
]
