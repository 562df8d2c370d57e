import { type Kysely, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'

/** What the caller of an accepted run gets for it. */
export type Respuesta = Omit<Row<'respuestasAsincronas'>, 'expiraEn'>

/** Keeps answers for so many hours. A run has one answer: a later one changes nothing. */
export async function storeRespuestas(
  trx: Kysely<Database>,
  respuestas: readonly Respuesta[],
  { horas }: { horas: number },
): Promise<void> {
  if (respuestas.length === 0) return
  await trx
    .insertInto('respuestasAsincronas')
    .values(
      respuestas.map((respuesta) => ({
        ...respuesta,
        cabeceras: JSON.stringify(respuesta.cabeceras),
        expiraEn: sql<Date>`now() + make_interval(hours => ${horas}::int)`,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export function findRespuesta(db: Kysely<Database>, id: string): Promise<Respuesta | undefined> {
  return db.selectFrom('respuestasAsincronas').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function purgeRespuestas(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('respuestasAsincronas').where('expiraEn', '<', sql<Date>`now()`).execute()
}
