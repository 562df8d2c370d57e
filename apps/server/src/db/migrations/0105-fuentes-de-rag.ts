import { type Kysely, sql } from 'kysely'

/** Documents that nobody uploads, and vectors that were paid for before what they are of is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table rag_fuentes (
    id uuid primary key,
    coleccion_id uuid not null references rag_colecciones on delete cascade,
    nombre text not null,
    origen jsonb not null,
    servidor_id uuid references servidores (id),
    cada_minutos integer,
    estado text not null,
    error text,
    cuentas jsonb,
    leida_en timestamptz,
    proxima_en timestamptz,
    toma uuid,
    tomada_en timestamptz,
    revision integer not null default 1,
    creado_por text not null,
    creado_en timestamptz not null default now())`,
  `create unique index rag_fuentes_nombre on rag_fuentes (coleccion_id, lower(nombre))`,
  `create index rag_fuentes_servidor on rag_fuentes (servidor_id) where servidor_id is not null`,
  `alter table rag_documentos
    add column fuente_id uuid references rag_fuentes on delete cascade,
    add column fuente_clave text,
    add column fuente_huella bytea,
    add column fuente_validadores jsonb`,
  `create unique index rag_documentos_de_fuente on rag_documentos (fuente_id, fuente_clave) where fuente_id is not null`,
  `create table rag_vectores_pagados (
    coleccion_id uuid not null references rag_colecciones on delete cascade,
    huella bytea not null,
    vector bytea not null,
    guardado_en timestamptz not null default now(),
    primary key (coleccion_id, huella))`,
]
