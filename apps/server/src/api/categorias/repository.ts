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

/** Whether putting the category inside `padreId` would close a circle. Locks the tree, so that two moves cannot close one together. */
export async function closesCircle(
  trx: Transaction<Database>,
  { id, padreId }: { id: string; padreId: string },
): Promise<boolean> {
  await sql`lock table categorias in share row exclusive mode`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    with recursive arriba as (
      select id, padre_id from categorias where id = ${padreId}::uuid
      union select padre.id, padre.padre_id from categorias padre join arriba on padre.id = arriba.padre_id)
    select id from arriba where id = ${id}::uuid`.execute(trx)
  return rows.length > 0
}
