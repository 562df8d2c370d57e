import { type Kysely, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { AVISOS, AVISOS_FALLIDOS } from './boss.ts'

/** What the caller of an accepted run gets for it. */
export type Respuesta = Omit<Row<'respuestasAsincronas'>, 'expiraEn'>

/** Longer bodies go by themselves, as the bytes that they are: a list of them is sent as one text of twice their length. */
const LISTED_BYTES = 65_536

/** Keeps answers for so many hours. A run has one answer: a later one changes nothing. */
export async function storeRespuestas(
  trx: Kysely<Database>,
  respuestas: readonly Respuesta[],
  { horas }: { horas: number },
): Promise<void> {
  const isLong = ({ cuerpo }: Respuesta) => (cuerpo?.length ?? 0) > LISTED_BYTES
  await storeListed(
    trx,
    respuestas.filter((respuesta) => !isLong(respuesta)),
    horas,
  )
  for (const { cabeceras, ...respuesta } of respuestas.filter(isLong)) {
    const expiraEn = sql<Date>`now() + make_interval(hours => ${horas}::int)`
    await trx
      .insertInto('respuestasAsincronas')
      .values({ ...respuesta, cabeceras: JSON.stringify(cabeceras), expiraEn })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
}

async function storeListed(
  trx: Kysely<Database>,
  respuestas: readonly Respuesta[],
  horas: number,
): Promise<void> {
  if (respuestas.length === 0) return
  // One statement however many there are: a row of values for each would be read and planned anew every time.
  await sql`
    insert into respuestas_asincronas (id, canal_id, estado, estado_http, tipo_contenido, cabeceras, cuerpo, iniciada,
      terminada, expira_en)
    select *, now() + make_interval(hours => ${horas}::int) from unnest(
      ${respuestas.map(({ id }) => id)}::uuid[],
      ${respuestas.map(({ canalId }) => canalId)}::uuid[],
      ${respuestas.map(({ estado }) => estado)}::text[],
      ${respuestas.map(({ estadoHttp }) => estadoHttp)}::int[],
      ${respuestas.map(({ tipoContenido }) => tipoContenido)}::text[],
      ${respuestas.map(({ cabeceras }) => JSON.stringify(cabeceras))}::jsonb[],
      ${respuestas.map(({ cuerpo }) => cuerpo)}::bytea[],
      ${respuestas.map(({ iniciada }) => iniciada)}::timestamptz[],
      ${respuestas.map(({ terminada }) => terminada)}::timestamptz[]
    ) on conflict (id) do nothing`.execute(trx)
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
