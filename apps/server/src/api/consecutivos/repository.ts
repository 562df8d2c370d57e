import type { Consecutivo, Uso } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { countUsosByNombre, listProcesosUsing } from '../usos/list-procesos-using.ts'

export function toRow({ nombre, descripcion, categoriaId, inicio, incremento, prefijo, largo }: Consecutivo) {
  return { nombre, descripcion, categoriaId, inicio, incremento, prefijo, largo }
}

/** Processes whose formulas say CONSECUTIVO("nombre"), or whose nodes take from it. */
export function listUsos(db: Kysely<Database>, { nombre }: Row<'consecutivos'>): Promise<Uso[]> {
  return listProcesosUsing(db, 'consecutivos', nombre)
}

export function countUsos(db: Kysely<Database>, rows: readonly Row<'consecutivos'>[]) {
  return countUsosByNombre(db, 'consecutivos', rows)
}

export async function findIdByNombre(db: Kysely<Database>, nombre: string): Promise<string> {
  const query = db.selectFrom('consecutivos').select('id').where('nombre', '=', nombre)
  return (await query.executeTakeFirstOrThrow()).id
}
