import { type Kysely, sql } from 'kysely'

/** What an artificial intelligence may do here, and which tokens let it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ai_capabilities (
    id uuid primary key,
    nombre text not null,
    descripcion text not null,
    proceso_id uuid not null references procesos (id),
    escribe boolean not null,
    por_minuto integer,
    en_mcp boolean not null,
    activo boolean not null,
    revision integer not null default 1,
    creado_en timestamptz not null default now(),
    actualizado_en timestamptz not null default now(),
    actualizado_por text)`.execute(db)
  await sql`create unique index ai_capabilities_nombre on ai_capabilities (lower(nombre))`.execute(db)
  await sql`create index ai_capabilities_proceso on ai_capabilities (proceso_id)`.execute(db)
  await sql`create trigger ai_capabilities_cambio after insert or update or delete on ai_capabilities
    for each row execute function anotar_cambio('id')`.execute(db)
  await sql`alter table tokens add column capacidades uuid[] not null default '{}'`.execute(db)
  await sql`drop trigger tokens_cambio on tokens`.execute(db)
  await sql`create trigger tokens_cambio
    after insert or delete or update of nombre, hash, canales, capacidades, expira_en, revocado_en on tokens
    for each row execute function anotar_cambio('id')`.execute(db)
}
