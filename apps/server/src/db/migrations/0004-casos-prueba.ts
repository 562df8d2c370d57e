import { type Kysely, sql } from 'kysely'

/** Named inputs of a proceso and what they must come to; and what watched test runs tell while they go on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table proceso_casos (
    id uuid primary key,
    proceso_id uuid not null references procesos on delete cascade,
    nombre text not null,
    descripcion text not null default '',
    entrada jsonb not null,
    esperado jsonb not null,
    revision integer not null default 1,
    creado_en timestamptz not null default now(),
    actualizado_en timestamptz not null default now(),
    actualizado_por text)`,
  `create unique index proceso_casos_nombre on proceso_casos (proceso_id, lower(nombre))`,

  // Worth nothing after a crash: whoever watched reads how the run came out.
  `create unlogged table eventos_en_vivo (
    tema text not null,
    seq integer not null,
    evento jsonb not null,
    momento timestamptz not null default now(),
    primary key (tema, seq))`,
  `create index eventos_en_vivo_momento on eventos_en_vivo (momento)`,
]
