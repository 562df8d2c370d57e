import { type Kysely, sql } from 'kysely'

/** What an admin asks of a node of the cluster; its processes read it with each heartbeat. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table pedidos_de_nodo (
    nodo text primary key,
    drenar boolean not null default false,
    drenar_usuario text not null default '',
    drenar_momento timestamptz not null default now(),
    reinicios int not null default 0)`.execute(db)
}
