import { type Kysely, sql } from 'kysely'

/** An artificial intelligence may also look into tablas and collections, and each capability says who may use it and who is asked before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ai_capabilities
    alter column proceso_id drop not null,
    add column tabla_id uuid references tablas (id),
    add column coleccion_id uuid references rag_colecciones (id),
    add column opciones jsonb not null default '{}',
    add column confirmacion text not null default 'escribe',
    add column roles text[] not null default '{admin,operador,lectura}',
    add constraint ai_capabilities_objetivo check (num_nonnulls(proceso_id, tabla_id, coleccion_id) = 1)`.execute(
    db,
  )
  await sql`create index ai_capabilities_tabla on ai_capabilities (tabla_id) where tabla_id is not null`.execute(
    db,
  )
  await sql`create index ai_capabilities_coleccion on ai_capabilities (coleccion_id)
    where coleccion_id is not null`.execute(db)
}
