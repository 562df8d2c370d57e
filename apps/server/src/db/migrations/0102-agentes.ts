import { type Kysely, sql } from 'kysely'

/** Who does things with a model: what it is told and may do, its versions, its runs and how its cases went. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table ai_agentes (
    id uuid primary key,
    nombre text not null,
    descripcion text not null default '',
    activo boolean not null,
    definicion jsonb not null,
    casos jsonb not null default '[]',
    version_publicada integer,
    revision integer not null default 1,
    creado_en timestamptz not null default now(),
    actualizado_en timestamptz not null default now(),
    actualizado_por text)`,
  `create unique index ai_agentes_nombre on ai_agentes (lower(nombre))`,

  `create table ai_agente_versiones (
    agente_id uuid not null references ai_agentes on delete cascade,
    version integer not null,
    nota text not null default '',
    definicion jsonb not null,
    publicada_en timestamptz not null default now(),
    publicada_por text,
    primary key (agente_id, version))`,

  // What one that waits for a person goes on with stands sealed in `reanudar`. After `vence` nobody is at work on it, and nobody is waited for.
  `create table ai_agente_ejecuciones (
    id uuid primary key,
    agente_id uuid not null references ai_agentes on delete cascade,
    version integer,
    origen text not null check (origen in ('chat', 'prueba', 'caso', 'proceso')),
    usuario_id uuid references usuarios on delete cascade,
    conversacion_id uuid references ai_conversaciones on delete cascade,
    estado text not null check (estado in ('ejecutando', 'espera', 'ok', 'error', 'detenida')),
    mensaje text not null,
    respuesta text not null default '',
    datos jsonb,
    error jsonb,
    pasos jsonb not null default '[]',
    reanudar text,
    tokens_entrada bigint not null default 0,
    tokens_salida bigint not null default 0,
    inicio timestamptz not null default now(),
    vence timestamptz not null,
    duracion_ms double precision not null default 0)`,
  `create index ai_agente_ejecuciones_agente on ai_agente_ejecuciones (agente_id, inicio desc)`,
  `create index ai_agente_ejecuciones_conversacion on ai_agente_ejecuciones (conversacion_id, inicio)
    where conversacion_id is not null`,
  `create index ai_agente_ejecuciones_inicio on ai_agente_ejecuciones (inicio) where conversacion_id is null`,

  `create table ai_agente_pruebas (
    id uuid primary key,
    agente_id uuid not null references ai_agentes on delete cascade,
    version integer,
    estado text not null check (estado in ('ejecutando', 'terminada', 'interrumpida')),
    total integer not null,
    aprobados integer not null default 0,
    casos jsonb not null default '[]',
    usuario text,
    inicio timestamptz not null default now(),
    vence timestamptz not null,
    duracion_ms double precision)`,
  `create index ai_agente_pruebas_agente on ai_agente_pruebas (agente_id, inicio desc)`,
]
