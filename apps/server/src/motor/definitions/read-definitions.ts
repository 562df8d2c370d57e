import { type Kysely, sql } from 'kysely'
import { readAjustes } from '../../ajustes/ajustes-repository.ts'
import type { Database, Row } from '../../db/tables.ts'

/** Everything that is published and what it stands on, as stored at one moment; flujos apart, because they never change. */
export interface StoredDefinitions {
  marca: string
  /** Changes when a copy put other versions in place of those that were published. */
  epoca: number
  servidores: readonly Row<'servidores'>[]
  parametros: readonly Row<'parametros'>[]
  tablas: readonly Row<'tablas'>[]
  procesos: readonly StoredProceso[]
  canales: readonly Row<'canales'>[]
  asignaciones: readonly Row<'canalProcesos'>[]
  /** Those that are published as tools. */
  capacidades: readonly Row<'aiCapabilities'>[]
  /** Canales, also those that are not active, and procesos of which only so many runs may be under way. */
  acotados: readonly string[]
}

export interface StoredProceso {
  id: string
  nombre: string
  descripcion: string
  /** Null: never published. */
  versionPublicada: number | null
}

export interface VersionKey {
  procesoId: string
  version: number
}

export type StoredVersion = Pick<Row<'procesoVersiones'>, 'procesoId' | 'version' | 'modo' | 'flujo'>

/** How many of the last changes are counted: a transaction that commits late has a number below one already seen. */
const RECENT_CHANGES = 1_000

/**
 * Tells two states of the definitions apart. Numbers of `cambios` are given out before their transactions commit, so that the highest
 * one alone would miss a change that commits after a later one.
 */
export async function readMarca(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ marca: string }>`
    with ultimo as (select coalesce(max(id), 0) as id from cambios)
    select ultimo.id || '/' || (select count(*) from cambios where id > ultimo.id - ${RECENT_CHANGES}::bigint) as marca
    from ultimo`.execute(db)
  return rows[0]?.marca ?? ''
}

/** Old changes tell nothing any more; those that `readMarca` counts stay. */
export async function purgeCambios(db: Kysely<Database>): Promise<void> {
  await sql`
    delete from cambios
    where id < (select max(id) from cambios) - ${2 * RECENT_CHANGES}::bigint and momento < now() - interval '1 day'`.execute(
    db,
  )
}

/** One snapshot of the database: what is read belongs together. */
export function readDefinitions(db: Kysely<Database>): Promise<StoredDefinitions> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => ({
      marca: await readMarca(trx),
      epoca: (await readAjustes(trx)).epoca,
      servidores: await trx.selectFrom('servidores').selectAll().execute(),
      parametros: await trx.selectFrom('parametros').selectAll().execute(),
      tablas: await trx.selectFrom('tablas').selectAll().execute(),
      procesos: await trx
        .selectFrom('procesos')
        .select(['id', 'nombre', 'descripcion', 'versionPublicada'])
        .execute(),
      canales: await trx.selectFrom('canales').selectAll().orderBy('id').execute(),
      asignaciones: await trx.selectFrom('canalProcesos').selectAll().orderBy('orden').execute(),
      capacidades: await trx
        .selectFrom('aiCapabilities')
        .selectAll()
        .where('activo', '=', true)
        .where('enMcp', '=', true)
        .orderBy('nombre')
        .execute(),
      acotados: await readAcotados(trx),
    }))
}

async function readAcotados(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from canales where concurrencia is not null
    union all select id from procesos where concurrencia is not null`.execute(db)
  return rows.map(({ id }) => id)
}

export async function readVersions(
  db: Kysely<Database>,
  keys: readonly VersionKey[],
): Promise<readonly StoredVersion[]> {
  if (keys.length === 0) return []
  return db
    .selectFrom('procesoVersiones')
    .select(['procesoId', 'version', 'modo', 'flujo'])
    .where(
      sql<boolean>`(proceso_id, version) in (select * from unnest(${keys.map((key) => key.procesoId)}::uuid[], ${keys.map((key) => key.version)}::int[]))`,
    )
    .execute()
}
