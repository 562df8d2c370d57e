import { type Kysely, sql } from 'kysely'

/** What an artificial intelligence may do can be a tool of a server of MCP. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ai_capabilities
    add column servidor_id uuid references servidores (id),
    drop constraint ai_capabilities_objetivo,
    add constraint ai_capabilities_objetivo
      check (num_nonnulls(proceso_id, tabla_id, coleccion_id, servidor_id) = 1)`.execute(db)
  await sql`create index ai_capabilities_servidor on ai_capabilities (servidor_id)
    where servidor_id is not null`.execute(db)
}
