import { type Kysely, sql } from 'kysely'

/** Days on which tareas do not work as on others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table calendarios (
    id uuid primary key,
    nombre text not null,
    descripcion text not null default '',
    fin_de_semana boolean not null,
    festivos jsonb not null,
    revision integer not null default 1,
    creado_en timestamptz not null default now(),
    actualizado_en timestamptz not null default now(),
    actualizado_por text)`.execute(db)
  await sql`create unique index calendarios_nombre on calendarios (lower(nombre))`.execute(db)
  await sql`alter table tareas_programadas
    add column calendario_id uuid references calendarios (id),
    add column en_festivo text not null default 'omitir'`.execute(db)
  await sql`create index tareas_programadas_calendario on tareas_programadas (calendario_id)
    where calendario_id is not null`.execute(db)
  // With which the next firing was reckoned.
  await sql`alter table planificaciones add column revision_calendario integer`.execute(db)
}
