import { type Kysely, sql } from 'kysely'

/** What programs call the administration API with, in the name of a user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table claves_de_api (
    id uuid primary key,
    usuario_id uuid not null references usuarios on delete cascade,
    nombre text not null,
    hash bytea not null unique,
    prefijo text not null,
    creado_en timestamptz not null default now(),
    expira_en timestamptz not null,
    ultimo_uso timestamptz)`.execute(db)
  await sql`create index claves_de_api_usuario on claves_de_api (usuario_id)`.execute(db)
}
