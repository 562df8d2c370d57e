import type { Asignacion, AsignacionGuardada, Canal, Parametro, ProcesoAsignable } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { freeName } from '../resource/resource-repository.ts'
import { addAlertasUsing, listAlertasUsing } from '../usos/list-alertas-using.ts'

/** With what is secret of it sealed. */
export function toRow(canal: Canal, { acceso, aviso }: Pick<Row<'canales'>, 'acceso' | 'aviso'>) {
  return {
    ...canal,
    acceso: JSON.stringify(acceso),
    aviso: aviso && JSON.stringify(aviso),
    limite: canal.limite && JSON.stringify(canal.limite),
    cors: canal.cors && JSON.stringify(canal.cors),
  }
}

export async function listAsignaciones(db: Kysely<Database>, canalId: string): Promise<AsignacionGuardada[]> {
  const rows = await db
    .selectFrom('canalProcesos')
    .innerJoin('procesos', 'procesos.id', 'canalProcesos.procesoId')
    .select([
      'canalProcesos.procesoId',
      'procesos.nombre as proceso',
      'procesos.versionPublicada',
      'canalProcesos.version',
      'canalProcesos.metodo',
      'canalProcesos.ruta',
      'canalProcesos.operacion',
      'canalProcesos.etag',
    ])
    .where('canalProcesos.canalId', '=', canalId)
    .orderBy('canalProcesos.orden')
    .execute()
  return rows.map(({ version, ...row }) => ({ ...row, version: version ?? 'publicada' }))
}

export async function replaceAsignaciones(
  trx: Transaction<Database>,
  canalId: string,
  asignaciones: readonly Asignacion[],
): Promise<void> {
  await trx.deleteFrom('canalProcesos').where('canalId', '=', canalId).execute()
  if (asignaciones.length === 0) return
  await trx
    .insertInto('canalProcesos')
    .values(
      asignaciones.map(({ procesoId, version, metodo, ruta, operacion, etag }, orden) => ({
        canalId,
        orden,
        procesoId,
        version: version === 'publicada' ? null : version,
        metodo: metodo ?? null,
        ruta: ruta ?? null,
        operacion: operacion ?? null,
        etag: etag ?? false,
      })),
    )
    .execute()
}

/** What a canal publishes takes, each by its place among the assignments. */
export async function listEntradas(
  db: Kysely<Database>,
  canalId: string,
): Promise<{ orden: number; proceso: string; parametros: Parametro[] }[]> {
  const { rows } = await sql<{ orden: number; proceso: string; parametros: Parametro[] }>`
    select orden, nombre as proceso,
      jsonb_path_query_first(version.flujo, '$.nodos[*] ? (@.tipo == "entrada").parametros') as parametros
    from canal_procesos
    join procesos on procesos.id = canal_procesos.proceso_id
    join proceso_versiones version on version.proceso_id = procesos.id
      and version.version = coalesce(canal_procesos.version, version_publicada)
    where canal_id = ${canalId}::uuid order by orden`.execute(db)
  return rows.map(({ parametros, ...row }) => ({ ...row, parametros: parametros ?? [] }))
}

export async function copyAsignaciones(
  trx: Transaction<Database>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    insert into canal_procesos (canal_id, orden, proceso_id, version, metodo, ruta, operacion, etag)
    select ${to}::uuid, orden, proceso_id, version, metodo, ruta, operacion, etag
    from canal_procesos where canal_id = ${from}::uuid`.execute(trx)
}

/** Characters of a ruta that leave room for what tells a copy apart. */
const RUTA_BASE = 50

/** For a copy of the canal: a ruta that none of its tipo has. */
export async function findFreeRuta(
  db: Kysely<Database>,
  { tipo, ruta }: Pick<Row<'canales'>, 'tipo' | 'ruta'>,
): Promise<string> {
  const rows = await db.selectFrom('canales').select('ruta').where('tipo', '=', tipo).execute()
  const copy = `${ruta.slice(0, RUTA_BASE).replace(/-+$/, '')}-copia`
  return freeName(copy, new Set(rows.map((row) => row.ruta)), (number) => `-${number}`)
}

/** What the assignments name, held until they are stored. */
export async function findProcesos(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProcesoAsignable>> {
  const { rows } = await sql<ProcesoAsignable>`
    select id::text, nombre, version_publicada,
      array(select version from proceso_versiones where proceso_id = procesos.id) as versiones
    from procesos where id = any(${ids}::uuid[]) for key share`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** How many processes each canal publishes, for the list. */
export async function countAsignaciones(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ canalId: string; total: number }>`
    select canal_id::text, count(*)::int as total from canal_procesos
    where canal_id = any(${ids}::uuid[]) group by canal_id`.execute(db)
  return new Map(rows.map(({ canalId, total }) => [canalId, total]))
}

/** Tokens that open this canal by name, and alertas that watch it. */
export async function listUsos(db: Kysely<Database>, { id }: Row<'canales'>) {
  const rows = await db
    .selectFrom('tokens')
    .select(['id', 'nombre'])
    .where(sql<boolean>`${id}::uuid = any(canales)`)
    .where('revocadoEn', 'is', null)
    .orderBy('nombre')
    .execute()
  return [...rows.map((row) => ({ recurso: 'tokens', ...row })), ...(await listAlertasUsing(db, id))]
}

export async function countUsos(
  db: Kysely<Database>,
  rows: readonly Row<'canales'>[],
): Promise<ReadonlyMap<string, number>> {
  const ids = rows.map(({ id }) => id)
  const counted = await sql<{ id: string; total: number }>`
    select canal.id::text, count(*)::int as total
    from tokens, unnest(canales) as canal (id)
    where revocado_en is null and canal.id = any(${ids}::uuid[])
    group by canal.id`.execute(db)
  return addAlertasUsing(db, ids, new Map(counted.rows.map(({ id, total }) => [id, total])))
}
