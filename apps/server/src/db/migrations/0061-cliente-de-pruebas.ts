import { type Kysely, sql } from 'kysely'

/** What the test client keeps: peticiones for everybody; values and what was sent for each person alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table colecciones (
    id uuid primary key,
    nombre text not null,
    descripcion text not null default '',
    peticiones jsonb not null,
    revision integer not null default 1,
    creado_en timestamptz not null default now(),
    actualizado_en timestamptz not null default now(),
    actualizado_por text)`,
  `create unique index colecciones_nombre on colecciones (lower(nombre))`,
  `create table entornos (
    id uuid primary key,
    usuario_id uuid not null references usuarios on delete cascade,
    nombre text not null,
    variables jsonb not null,
    revision integer not null default 1,
    creado_en timestamptz not null default now(),
    actualizado_en timestamptz not null default now(),
    actualizado_por text)`,
  `create unique index entornos_nombre on entornos (usuario_id, lower(nombre))`,
  `create table peticiones_enviadas (
    id uuid primary key,
    usuario_id uuid not null references usuarios on delete cascade,
    momento timestamptz not null default now(),
    peticion jsonb not null,
    entorno_id uuid references entornos on delete set null,
    estado integer,
    duracion_ms double precision not null,
    id_ejecucion text,
    error text)`,
  `create index peticiones_enviadas_de_usuario on peticiones_enviadas (usuario_id, momento desc, id desc)`,
  `create index peticiones_enviadas_entorno on peticiones_enviadas (entorno_id) where entorno_id is not null`,
]
