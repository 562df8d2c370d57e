import { type Kysely, sql } from 'kysely'

/** Whose model helps on the canvas, and answers of models that nodes asked to be kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table configuracion
    add column asistente_servidor_id uuid references servidores (id) on delete set null,
    add column asistente_modelo text not null default ''`,
  // The key is a digest of all that was asked and of the settings of its servidor.
  `create table ai_respuestas (
    servidor_id uuid not null references servidores (id) on delete cascade,
    clave text not null,
    respuesta jsonb not null,
    guardada_en timestamptz not null default now(),
    vence timestamptz not null,
    primary key (servidor_id, clave))`,
  `create index ai_respuestas_guardada_en on ai_respuestas (guardada_en desc)`,
  `create index ai_respuestas_vence on ai_respuestas (vence)`,
]
