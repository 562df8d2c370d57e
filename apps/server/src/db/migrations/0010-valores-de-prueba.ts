import { type Kysely, sql } from 'kysely'

/** The large values of test runs, by page. Worth nothing after a crash: the run can be made again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table valores_de_prueba (
    ejecucion_id uuid primary key,
    usuario_id uuid not null references usuarios on delete cascade,
    partes jsonb not null,
    completas boolean not null,
    momento timestamptz not null default now())`.execute(db)
  await sql`create index valores_de_prueba_usuario on valores_de_prueba (usuario_id, momento)`.execute(db)
  await sql`create unlogged table paginas_de_prueba (
    ejecucion_id uuid not null references valores_de_prueba on delete cascade,
    parte integer not null,
    pagina integer not null,
    desde integer not null,
    cuantos integer not null,
    valor text not null,
    primary key (ejecucion_id, parte, pagina))`.execute(db)
}
