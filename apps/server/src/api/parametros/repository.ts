import type { ParametroCompartido, Role, Uso } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { addContextosUsing, listContextosUsing } from '../usos/list-contextos-using.ts'
import { countUsosByNombre, listProcesosUsing } from '../usos/list-procesos-using.ts'

/** `valor` is the value's JSON, or the sealed text of it when it is secret. */
export function toRow(
  { nombre, tipo, descripcion, categoriaId, secreto }: ParametroCompartido,
  valor: unknown,
) {
  return { nombre, tipo, descripcion, categoriaId, secreto, valor: JSON.stringify(valor ?? null) }
}

/** Processes whose formulas say PARAMETRO("nombre"). */
export function listNaming(db: Kysely<Database>, { nombre }: Row<'parametros'>): Promise<Uso[]> {
  return listProcesosUsing(db, 'parametros', nombre)
}

/** They, and contexts that tell it. */
export async function listUsos(
  db: Kysely<Database>,
  row: Row<'parametros'>,
  { role }: { role: Role },
): Promise<Uso[]> {
  return [
    ...(await listNaming(db, row)),
    ...(await listContextosUsing(db, { fuente: 'parametroId', id: row.id, role })),
  ]
}

export async function countUsos(db: Kysely<Database>, rows: readonly Row<'parametros'>[]) {
  const ids = rows.map(({ id }) => id)
  return addContextosUsing(
    db,
    { fuente: 'parametroId', ids },
    await countUsosByNombre(db, 'parametros', rows),
  )
}
