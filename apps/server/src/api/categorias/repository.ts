import type { Categoria, Uso } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'

/** Resources that can be put in a category, by table. */
const CLASSIFIED = {
  servidores: 'servidores',
  procesos: 'procesos',
  canales: 'canales',
  tareas_programadas: 'tareas-programadas',
  parametros: 'parametros',
  tablas: 'tablas',
  consecutivos: 'consecutivos',
} as const

export function toRow({ nombre, descripcion, color, padreId, orden }: Categoria) {
  return { nombre, descripcion, color, padreId, orden }
}

/** The categories inside it, then whatever was put in it. */
export async function listUsos(db: Kysely<Database>, { id }: Row<'categorias'>): Promise<Uso[]> {
  const parts = Object.entries(CLASSIFIED).map(
    ([table, recurso]) =>
      sql`select ${recurso}::text as recurso, id::text, nombre from ${sql.table(table)} where categoria_id = ${id}::uuid`,
  )
  const { rows } = await sql<Uso>`
    select 'categorias' as recurso, id::text, nombre from categorias where padre_id = ${id}::uuid
    union all ${sql.join(parts, sql` union all `)}
    order by recurso, nombre`.execute(db)
  return rows
}

/** How many things stand in each. */
export async function countUsos(
  db: Kysely<Database>,
  rows: readonly Row<'categorias'>[],
): Promise<ReadonlyMap<string, number>> {
  const ids = rows.map(({ id }) => id)
  const parts = Object.keys(CLASSIFIED).map(
    (table) =>
      sql`select categoria_id as id from ${sql.table(table)} where categoria_id = any(${ids}::uuid[])`,
  )
  const counted = await sql<{ id: string; total: number }>`
    select id::text, count(*)::int as total from (
      select padre_id as id from categorias where padre_id = any(${ids}::uuid[])
      union all ${sql.join(parts, sql` union all `)}) as dentro
    group by id`.execute(db)
  return new Map(counted.rows.map(({ id, total }) => [id, total]))
}

/** Whether putting the categories inside `padreId` would close a circle. Locks the tree, so that two moves cannot close one together. */
export async function closesCircle(
  trx: Transaction<Database>,
  { ids, padreId }: { ids: readonly string[]; padreId: string },
): Promise<boolean> {
  await sql`lock table categorias in share row exclusive mode`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    with recursive arriba as (
      select id, padre_id from categorias where id = ${padreId}::uuid
      union select padre.id, padre.padre_id from categorias padre join arriba on padre.id = arriba.padre_id)
    select id from arriba where id = any(${ids}::uuid[])`.execute(trx)
  return rows.length > 0
}

/** Puts the categories inside `padreId`, in this order; answers those that were elsewhere. */
export async function placeCategorias(
  trx: Transaction<Database>,
  { padreId, ids, usuario }: { padreId: string | null; ids: readonly string[]; usuario: string },
): Promise<Row<'categorias'>[]> {
  const { rows } = await sql<Row<'categorias'>>`
    update categorias
    set padre_id = ${padreId}::uuid, orden = lugar.orden - 1, revision = revision + 1,
      actualizado_en = clock_timestamp(), actualizado_por = ${usuario}
    from unnest(${ids}::uuid[]) with ordinality as lugar (id, orden)
    where categorias.id = lugar.id
      and (categorias.padre_id, categorias.orden) is distinct from (${padreId}::uuid, (lugar.orden - 1)::int)
    returning categorias.*`.execute(trx)
  return rows.toSorted((left, right) => left.orden - right.orden)
}

/** Those of the given ones, and of what should hold them, that there are. */
export async function findCategorias(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id::text from categorias where id = any(${ids}::uuid[])`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}
