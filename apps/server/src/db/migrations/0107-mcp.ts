import { type Kysely, sql } from 'kysely'

/** What people allowed this product to do at servers of MCP, and what is remembered while they are asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table mcp_autorizaciones (
    servidor_id uuid primary key references servidores (id) on delete cascade,
    sellada text not null,
    por text not null,
    momento timestamptz not null default now())`.execute(db)
  await sql`create table mcp_autorizaciones_pedidas (
    hash bytea primary key,
    servidor_id uuid not null references servidores (id) on delete cascade,
    usuario_id uuid not null references usuarios (id) on delete cascade,
    sellada text not null,
    pedida_en timestamptz not null default now())`.execute(db)
}
