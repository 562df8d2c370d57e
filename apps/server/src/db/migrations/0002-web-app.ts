import { type Kysely, sql } from 'kysely'

/** What the screens need: figures of runs by the hour, what was read of the bell, product settings, tests of servidores. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // Runs counted by the hour, as they are written: lists of thousands of procesos cannot count the history itself.
  `create table ejecuciones_horas (
    hora timestamptz not null,
    proceso_id uuid not null,
    canal_id uuid,
    total integer not null,
    errores integer not null,
    suma_ms double precision not null,
    /* Runs of each latency class (rolling-window.ts). */
    clases integer[] not null,
    ultima timestamptz not null,
    ultima_id uuid not null,
    ultimo_estado text not null) with (fillfactor = 80)`,
  `create unique index ejecuciones_horas_proceso on ejecuciones_horas (proceso_id, hora, canal_id) nulls not distinct`,
  `create index ejecuciones_horas_canal on ejecuciones_horas (canal_id, hora) where canal_id is not null`,
  `create index ejecuciones_horas_hora on ejecuciones_horas (hora)`,

  // Up to which moment a user has seen what a notification tells of; the id * stands for all of them.
  `create table notificaciones_leidas (
    usuario_id uuid not null references usuarios on delete cascade,
    id text not null,
    hasta timestamptz not null,
    primary key (usuario_id, id))`,

  `create table configuracion (
    id boolean primary key default true check (id),
    url_base text,
    url_trazabilidad text,
    historial_dias integer,
    aviso_tokens_dias integer,
    /* How often published versions were replaced by those of a copy: who keeps them compiled begins again. */
    epoca integer not null default 1,
    revision integer not null default 1,
    creado_en timestamptz not null default now(),
    actualizado_en timestamptz not null default now(),
    actualizado_por text)`,
  `insert into configuracion default values`,
  `create function avisar_configuracion() returns trigger language plpgsql as $$
    begin
      perform pg_notify('div_configuracion', '');
      return null;
    end $$`,
  `create trigger configuracion_cambio after update on configuracion
    for each statement execute function avisar_configuracion()`,

  `create table servidor_pruebas (
    servidor_id uuid primary key references servidores on delete cascade,
    momento timestamptz not null,
    ok boolean not null,
    duracion_ms double precision not null,
    paso text,
    error text,
    usuario text not null)`,

  `alter table usuarios add column debe_cambiar_password boolean not null default false`,
]
