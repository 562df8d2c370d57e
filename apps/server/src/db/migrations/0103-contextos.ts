import { type Kysely, sql } from 'kysely'

/** Contexts: what models are told before they are asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ai_contextos (
      id uuid primary key,
      nombre text not null,
      descripcion text not null,
      roles text[] not null,
      variables jsonb not null,
      piezas jsonb not null,
      revision integer not null default 1,
      creado_en timestamptz not null default now(),
      actualizado_en timestamptz not null default now(),
      actualizado_por text)`.execute(db)
  await sql`create unique index ai_contextos_nombre on ai_contextos (lower(nombre))`.execute(db)
  // What they are read from stays while they name it, also where whoever removes it does not see them.
  await sql`
    create table ai_contexto_fuentes (
      contexto_id uuid not null references ai_contextos on delete cascade,
      parametro_id uuid references parametros,
      tabla_id uuid references tablas,
      servidor_id uuid references servidores,
      check (num_nonnulls(parametro_id, tabla_id, servidor_id) = 1),
      unique nulls not distinct (contexto_id, parametro_id, tabla_id, servidor_id))`.execute(db)
  for (const column of ['parametro_id', 'tabla_id', 'servidor_id']) {
    await sql`
      create index ${sql.ref(`ai_contexto_fuentes_${column}`)} on ai_contexto_fuentes (${sql.ref(column)})
      where ${sql.ref(column)} is not null`.execute(db)
  }
}
