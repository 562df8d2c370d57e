import { type CasoDePrueba, DatosInvalidos } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { sqlStateOf } from '../../db/sql-state.ts'
import type { Database, Row } from '../../db/tables.ts'

export type CasoRow = Row<'procesoCasos'>

/** In the order in which they were made. */
export function listCasos(db: Kysely<Database>, procesoId: string): Promise<CasoRow[]> {
  return db
    .selectFrom('procesoCasos')
    .selectAll()
    .where('procesoId', '=', procesoId)
    .orderBy('creadoEn')
    .orderBy('id')
    .execute()
}

export function findCaso(
  db: Kysely<Database>,
  { procesoId, id }: { procesoId: string; id: string },
): Promise<CasoRow | undefined> {
  return db
    .selectFrom('procesoCasos')
    .selectAll()
    .where('procesoId', '=', procesoId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function countCasos(db: Kysely<Database>, procesoId: string): Promise<number> {
  const { total } = await db
    .selectFrom('procesoCasos')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('procesoId', '=', procesoId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

interface Written {
  procesoId: string
  caso: CasoDePrueba
  usuario: string
}

export function insertCaso(
  trx: Transaction<Database>,
  { procesoId, caso, usuario }: Written,
): Promise<CasoRow> {
  return translateDuplicate(
    trx
      .insertInto('procesoCasos')
      .values({ id: uuid(), procesoId, ...toColumns(caso), actualizadoPor: usuario })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/** Undefined: it is of another revision, or gone. */
export function updateCaso(
  trx: Transaction<Database>,
  { id, revision, procesoId, caso, usuario }: Written & { id: string; revision: number },
): Promise<CasoRow | undefined> {
  return translateDuplicate(
    trx
      .updateTable('procesoCasos')
      .set({
        ...toColumns(caso),
        actualizadoPor: usuario,
        revision: revision + 1,
        actualizadoEn: sql<Date>`clock_timestamp()`,
      })
      .where('procesoId', '=', procesoId)
      .where('id', '=', id)
      .where('revision', '=', revision)
      .returningAll()
      .executeTakeFirst(),
  )
}

export async function deleteCaso(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom('procesoCasos').where('id', '=', id).execute()
}

/** In place of the one of the same name. */
export async function replaceCaso(trx: Transaction<Database>, written: Written): Promise<void> {
  await trx
    .deleteFrom('procesoCasos')
    .where('procesoId', '=', written.procesoId)
    .where(sql<boolean>`lower(nombre) = lower(${written.caso.nombre})`)
    .execute()
  await insertCaso(trx, written)
}

export function toCaso({ nombre, descripcion, entrada, datosFijados, esperado }: CasoRow): CasoDePrueba {
  return { nombre, descripcion, entrada, datosFijados, esperado }
}

function toColumns({ nombre, descripcion, entrada, datosFijados, esperado }: CasoDePrueba) {
  return {
    nombre,
    descripcion,
    entrada: JSON.stringify(entrada),
    datosFijados: JSON.stringify(datosFijados),
    esperado: JSON.stringify(esperado),
  }
}

async function translateDuplicate<Result>(statement: Promise<Result>): Promise<Result> {
  try {
    return await statement
  } catch (cause) {
    if (sqlStateOf(cause) !== '23505') throw cause
    throw new DatosInvalidos(undefined, {
      cause,
      errores: [{ campo: 'nombre', mensaje: 'Este proceso ya tiene un caso de prueba con este nombre.' }],
    })
  }
}
