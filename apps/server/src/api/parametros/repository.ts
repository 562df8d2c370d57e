import type { ParametroCompartido, Uso } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { countUsosByNombre, listProcesosUsing } from '../usos/list-procesos-using.ts'

/** `valor` is the value's JSON, or the sealed text of it when it is secret. */
export function toRow(
  { nombre, tipo, descripcion, categoriaId, secreto }: ParametroCompartido,
  valor: unknown,
) {
  return { nombre, tipo, descripcion, categoriaId, secreto, valor: JSON.stringify(valor ?? null) }
}

/** Processes whose formulas say PARAMETRO("nombre"). */
export function listUsos(db: Kysely<Database>, { nombre }: Row<'parametros'>): Promise<Uso[]> {
  return listProcesosUsing(db, 'parametros', nombre)
}

export function countUsos(db: Kysely<Database>, rows: readonly Row<'parametros'>[]) {
  return countUsosByNombre(db, 'parametros', rows)
}
