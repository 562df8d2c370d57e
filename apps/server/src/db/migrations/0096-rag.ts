import { type Kysely, sql } from 'kysely'

/** Documents that are searched: what people put in, and the passages that they are cut into. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, stem, dictionary] of CONFIGURATIONS) {
    await sql.raw(`create text search configuration ${name} (copy = ${stem})`).execute(db)
    await sql
      .raw(
        `alter text search configuration ${name} alter mapping for hword, hword_part, word with unaccent, ${dictionary}`,
      )
      .execute(db)
  }
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/** Words are compared without their accents: who searches seldom writes them. */
const CONFIGURATIONS = [
  ['div_espanol', 'spanish', 'spanish_stem'],
  ['div_ingles', 'english', 'english_stem'],
  ['div_otro', 'simple', 'simple'],
] as const

const STATEMENTS = [
  `create table rag_colecciones (
    id uuid primary key,
    nombre text not null,
    descripcion text not null,
    roles text[] not null,
    idioma text not null,
    corte jsonb not null,
    servidor_id uuid references servidores (id),
    modelo text not null,
    contenido integer not null default 0,
    revision integer not null default 1,
    creado_en timestamptz not null default now(),
    actualizado_en timestamptz not null default now(),
    actualizado_por text)`,
  `create unique index rag_colecciones_nombre on rag_colecciones (lower(nombre))`,
  `create index rag_colecciones_servidor on rag_colecciones (servidor_id) where servidor_id is not null`,
  `create table rag_documentos (
    id uuid primary key,
    coleccion_id uuid not null references rag_colecciones on delete cascade,
    nombre text not null,
    tipo text not null,
    bytes integer not null,
    archivo bytea not null,
    texto text,
    estado text not null,
    error text,
    fase text not null default 'texto',
    hecho integer not null default 0,
    total integer,
    pasajes integer not null default 0,
    toma uuid,
    tomado_en timestamptz,
    intentos integer not null default 0,
    subido_por text not null,
    creado_en timestamptz not null default now(),
    actualizado_en timestamptz not null default now())`,
  // What is uploaded is mostly compressed already.
  `alter table rag_documentos alter column archivo set storage external`,
  `create unique index rag_documentos_nombre on rag_documentos (coleccion_id, lower(nombre))`,
  `create index rag_documentos_por_leer on rag_documentos (creado_en) where estado in ('pendiente', 'leyendo')`,
  `create table rag_pasajes (
    id bigint primary key generated always as identity,
    coleccion_id uuid not null references rag_colecciones on delete cascade,
    documento_id uuid not null references rag_documentos on delete cascade,
    orden integer not null,
    texto text not null,
    desde integer not null,
    hasta integer not null,
    titulo text[] not null,
    huella bytea not null,
    palabras tsvector not null,
    vector bytea)`,
  `create index rag_pasajes_de_documento on rag_pasajes (documento_id, orden)`,
  `create index rag_pasajes_de_coleccion on rag_pasajes (coleccion_id)`,
  `create index rag_pasajes_palabras on rag_pasajes using gin (palabras)`,
]
