import { type Kysely, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { AVISOS, AVISOS_FALLIDOS } from './boss.ts'

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

/** One of which somebody is still to be told stays for as long as that is tried, and may be tried anew. */
export async function purgeRespuestas(db: Kysely<Database>): Promise<void> {
  await sql`
    delete from respuestas_asincronas as respuesta where expira_en < now() and not exists (
      select from cola.job
      where name in (${AVISOS}, ${AVISOS_FALLIDOS}) and state < 'completed' and data ->> 'idEjecucion' = respuesta.id::text
    )`.execute(db)
}
