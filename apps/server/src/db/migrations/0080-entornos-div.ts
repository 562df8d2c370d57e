import { type Kysely, sql } from 'kysely'

/** Other products of this kind, to which procesos are promoted. `entornos` are those of the test client. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table entornos_div (
    id uuid primary key,
    nombre text not null,
    descripcion text not null default '',
    orden integer not null,
    url_base text not null,
    clave text not null,
    permitir_red_privada boolean not null,
    promueven text not null,
    vinculos jsonb not null,
    comprobacion jsonb,
    revision integer not null default 1,
    creado_en timestamptz not null default now(),
    actualizado_en timestamptz not null default now(),
    actualizado_por text)`.execute(db)
  await sql`create unique index entornos_div_nombre on entornos_div (lower(nombre))`.execute(db)
}
