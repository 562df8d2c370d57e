import { createHash } from 'node:crypto'
import {
  type EvaluacionDeRag,
  type EvaluacionDeRagDetalle,
  LimiteSuperado,
  type Limits,
  type PreguntaDeRag,
  type PreguntaDeRagGuardada,
  type PreguntasImportadas,
} from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../../db/tables.ts'

/** Runs of a collection that are kept. */
const KEPT = 100

const SHOWN = ['id', 'texto', 'esperados', 'revision', 'creadoPor'] as const

export function listPreguntas(db: Kysely<Database>, coleccionId: string): Promise<PreguntaDeRagGuardada[]> {
  return db
    .selectFrom('ragPreguntas')
    .select(SHOWN)
    .where('coleccionId', '=', coleccionId)
    .orderBy(sql`lower(unaccent(texto))`)
    .execute()
}

/** Undefined: there is none of this id in the collection. */
export function findPregunta(
  db: Kysely<Database>,
  { coleccionId, id }: { coleccionId: string; id: string },
): Promise<PreguntaDeRagGuardada | undefined> {
  return db
    .selectFrom('ragPreguntas')
    .select(SHOWN)
    .where('coleccionId', '=', coleccionId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Who else asks the same; undefined: nobody. */
export function findSame(
  trx: Transaction<Database>,
  { coleccionId, texto }: { coleccionId: string; texto: string },
): Promise<{ id: string } | undefined> {
  return trx
    .selectFrom('ragPreguntas')
    .select('id')
    .where('coleccionId', '=', coleccionId)
    .where(sql<boolean>`lower(texto) = lower(${texto})`)
    .executeTakeFirst()
}

interface Nueva {
  coleccionId: string
  pregunta: PreguntaDeRag
  usuario: string
}

/** Throws LimiteSuperado. */
export async function insertPregunta(
  trx: Transaction<Database>,
  { coleccionId, pregunta, usuario }: Nueva,
  { ragPreguntas: maximo }: Pick<Limits, 'ragPreguntas'>,
): Promise<PreguntaDeRagGuardada> {
  // Of two who add at once the second one waits: it counts what the first one stored.
  await sql`select from rag_colecciones where id = ${coleccionId}::uuid for no key update`.execute(trx)
  const { total } = await trx
    .selectFrom('ragPreguntas')
    .select((select) => select.fn.countAll<string>().as('total'))
    .where('coleccionId', '=', coleccionId)
    .executeTakeFirstOrThrow()
  if (Number(total) >= maximo) throw new LimiteSuperado({ limite: 'ragPreguntas', maximo })
  return trx
    .insertInto('ragPreguntas')
    .values({ id: uuid(), coleccionId, ...writtenOf(pregunta), creadoPor: usuario })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
}

/** Undefined: somebody else stored it meanwhile. */
export function updatePregunta(
  trx: Transaction<Database>,
  { id, revision, pregunta }: { id: string; revision: number; pregunta: PreguntaDeRag },
): Promise<PreguntaDeRagGuardada | undefined> {
  return trx
    .updateTable('ragPreguntas')
    .set({ ...writtenOf(pregunta), revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returning(SHOWN)
    .executeTakeFirst()
}

function writtenOf({ texto, esperados }: PreguntaDeRag) {
  return { texto, esperados: JSON.stringify(esperados) }
}

export async function removePregunta(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom('ragPreguntas').where('id', '=', id).execute()
}

/** One that asks the same takes the place of the other. Throws LimiteSuperado. */
export async function importPreguntas(
  trx: Transaction<Database>,
  { preguntas, ...rest }: Omit<Nueva, 'pregunta'> & { preguntas: readonly PreguntaDeRag[] },
  limits: Pick<Limits, 'ragPreguntas'>,
): Promise<PreguntasImportadas> {
  const cuentas = { nuevas: 0, cambiadas: 0 }
  for (const pregunta of preguntas) {
    const same = await findSame(trx, { coleccionId: rest.coleccionId, texto: pregunta.texto })
    if (same) {
      await trx
        .updateTable('ragPreguntas')
        .set({ ...writtenOf(pregunta), revision: sql<number>`revision + 1` })
        .where('id', '=', same.id)
        .execute()
      cuentas.cambiadas++
    } else {
      await insertPregunta(trx, { ...rest, pregunta }, limits)
      cuentas.nuevas++
    }
  }
  return cuentas
}

/** Of what is asked and expected. */
export function huellaOfPreguntas(preguntas: readonly PreguntaDeRag[]): string {
  const asked = preguntas.map(({ texto, esperados }) => JSON.stringify([texto, esperados])).toSorted()
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex')
}

/** The newest first. */
export async function listEvaluaciones(
  db: Kysely<Database>,
  coleccionId: string,
): Promise<EvaluacionDeRag[]> {
  const rows = await db
    .selectFrom('ragEvaluaciones')
    .select('resumen')
    .where('coleccionId', '=', coleccionId)
    .orderBy('creadoEn', 'desc')
    .execute()
  return rows.map(({ resumen }) => resumen)
}

/** Undefined: there is none of this id in the collection. */
export async function findEvaluacion(
  db: Kysely<Database>,
  { coleccionId, id }: { coleccionId: string; id: string },
): Promise<EvaluacionDeRagDetalle | undefined> {
  const row = await db
    .selectFrom('ragEvaluaciones')
    .select(['resumen', 'respuestas'])
    .where('coleccionId', '=', coleccionId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row.resumen, respuestas: row.respuestas }
}

/** The oldest ones make room for it. */
export async function storeEvaluacion(
  trx: Transaction<Database>,
  coleccionId: string,
  { respuestas, ...resumen }: EvaluacionDeRagDetalle,
): Promise<void> {
  await trx
    .insertInto('ragEvaluaciones')
    .values({
      id: resumen.id,
      coleccionId,
      resumen: JSON.stringify(resumen),
      respuestas: JSON.stringify(respuestas),
      creadoEn: new Date(resumen.creadoEn),
    })
    .execute()
  await sql`
    delete from rag_evaluaciones where id in (
      select id from rag_evaluaciones where coleccion_id = ${coleccionId}::uuid
      order by creado_en desc offset ${KEPT})`.execute(trx)
}
