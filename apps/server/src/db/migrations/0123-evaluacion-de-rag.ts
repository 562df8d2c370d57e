import { type Kysely, sql } from 'kysely'

/** Questions whose answers are known, and what each run of them came to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table rag_preguntas (
    id uuid primary key,
    coleccion_id uuid not null references rag_colecciones on delete cascade,
    texto text not null,
    esperados jsonb not null,
    revision integer not null default 1,
    creado_por text not null,
    creado_en timestamptz not null default now())`,
  `create unique index rag_preguntas_texto on rag_preguntas (coleccion_id, lower(texto))`,
  `create table rag_evaluaciones (
    id uuid primary key,
    coleccion_id uuid not null references rag_colecciones on delete cascade,
    resumen jsonb not null,
    respuestas jsonb not null,
    creado_en timestamptz not null)`,
  `create index rag_evaluaciones_de_coleccion on rag_evaluaciones (coleccion_id, creado_en desc)`,
]
