import { type ColeccionDeRag, ROLES, type Uso } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { addCapacidadesUsing, listCapacidadesUsing } from '../usos/list-capacidades-using.ts'
import { countUsosByNombre, listProcesosUsing } from '../usos/list-procesos-using.ts'

export function toRow({ corte, roles, ...coleccion }: ColeccionDeRag) {
  // Each once, in the order of the roles.
  return { ...coleccion, roles: ROLES.filter((role) => roles.includes(role)), corte: JSON.stringify(corte) }
}

/** Procesos one of whose nodes searches it. */
export function listNaming(db: Kysely<Database>, { nombre }: Pick<Row<'ragColecciones'>, 'nombre'>) {
  return listProcesosUsing(db, 'rag', nombre)
}

/** These, and what an AI may search in it. */
export async function listUsos(db: Kysely<Database>, row: Row<'ragColecciones'>): Promise<Uso[]> {
  return [...(await listNaming(db, row)), ...(await listCapacidadesUsing(db, 'coleccionId', row.id))]
}

export async function countUsos(db: Kysely<Database>, rows: readonly Row<'ragColecciones'>[]) {
  const ids = rows.map(({ id }) => id)
  return addCapacidadesUsing(db, 'coleccionId', ids, await countUsosByNombre(db, 'rag', rows))
}

/** The type of a servidor, which stays until the transaction ends; undefined: there is none. */
export async function holdServidor(trx: Transaction<Database>, id: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('servidores')
    .select('tipoServidor')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row?.tipoServidor
}

interface Cuenta {
  documentos: number
  conError: number
  pasajes: number
}

/** What stands in each collection; those with nothing in them are missing. */
export async function countDocumentos(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Cuenta>> {
  const { rows } = await sql<Cuenta & { id: string }>`
    select coleccion_id as id, count(*)::integer as documentos, coalesce(sum(pasajes), 0)::integer as pasajes,
      count(*) filter (where estado = 'error')::integer as con_error
    from rag_documentos where coleccion_id = any(${ids}::uuid[]) group by coleccion_id`.execute(db)
  return new Map(rows.map(({ id, ...cuenta }) => [id, cuenta]))
}
