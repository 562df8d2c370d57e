import { type Kysely, sql } from 'kysely'

/** Earlier states of drafts, and who has which proceso open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table proceso_puntos (
    id uuid primary key default gen_random_uuid(),
    proceso_id uuid not null references procesos on delete cascade,
    /* Null: kept by the product itself. */
    nombre text,
    modo text not null,
    flujo jsonb not null,
    creado_en timestamptz not null default now(),
    creado_por text)`,
  `create index proceso_puntos_proceso on proceso_puntos (proceso_id, creado_en desc)`,

  // Lost with a crash, and told again a few seconds later.
  `create unlogged table presencias (
    proceso_id uuid not null references procesos on delete cascade,
    pestana uuid not null,
    usuario text not null,
    edita boolean not null,
    desde timestamptz not null default now(),
    visto_en timestamptz not null default now(),
    primary key (proceso_id, pestana))`,
]
