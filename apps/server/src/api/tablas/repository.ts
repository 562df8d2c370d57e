import { type Columna, columnaSchema, type Role, type Tabla, type Uso } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { addCapacidadesUsing, listCapacidadesUsing } from '../usos/list-capacidades-using.ts'
import { addContextosUsing, listContextosUsing } from '../usos/list-contextos-using.ts'
import { countUsosByNombre, listProcesosUsing } from '../usos/list-procesos-using.ts'

export function toRow({ nombre, descripcion, categoriaId, columnas }: Tabla) {
  // `antes` only says where values come from.
  const stored = columnas.map(({ antes, ...columna }) => columna)
  return { nombre, descripcion, categoriaId, columnas: JSON.stringify(stored) }
}

export function columnasOf({ columnas }: Pick<Row<'tablas'>, 'columnas'>): readonly Columna[] {
  return columnas.map((columna) => columnaSchema.parse(columna))
}

/** Processes whose formulas say BUSCAR("nombre"; …), or whose nodes read or write it. */
export function listNaming(db: Kysely<Database>, { nombre }: Row<'tablas'>): Promise<Uso[]> {
  return listProcesosUsing(db, 'tablas', nombre)
}

/** These, what an AI may look up in it, and contexts that tell its rows. */
export async function listUsos(
  db: Kysely<Database>,
  row: Row<'tablas'>,
  { role }: { role: Role },
): Promise<Uso[]> {
  return [
    ...(await listNaming(db, row)),
    ...(await listCapacidadesUsing(db, 'tablaId', row.id)),
    ...(await listContextosUsing(db, { fuente: 'tablaId', id: row.id, role })),
  ]
}

export async function countUsos(db: Kysely<Database>, rows: readonly Row<'tablas'>[]) {
  const ids = rows.map(({ id }) => id)
  const capacidades = await addCapacidadesUsing(
    db,
    'tablaId',
    ids,
    await countUsosByNombre(db, 'tablas', rows),
  )
  return addContextosUsing(db, { fuente: 'tablaId', ids }, capacidades)
}

/**
 * Holds the tabla until the transaction ends and marks it as changed, so that motors read its rows again. Its revision stays: rows are
 * not what a person who edits the tabla is looking at.
 */
export async function touchTabla(trx: Transaction<Database>, id: string): Promise<void> {
  await trx
    .updateTable('tablas')
    .set({ actualizadoEn: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** Rows of each tabla, for the list. */
export async function countFilas(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('tablaFilas')
    .select((select) => ['tablaId', select.fn.countAll<string>().as('total')])
    .where('tablaId', 'in', ids)
    .groupBy('tablaId')
    .execute()
  return new Map(rows.map(({ tablaId, total }) => [tablaId, Number(total)]))
}
