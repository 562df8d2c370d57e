import {
  ConversacionOcupada,
  type ErrorDeMensaje,
  LimiteSuperado,
  type Limits,
  type Mensaje,
  type MotivoDeFin,
  type PiezaDeMensaje,
  RespuestaInterrumpida,
  type RolDeMensaje,
} from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { storable, storableJson } from '../../db/storable.ts'
import type { Database, Row } from '../../db/tables.ts'

type MensajeRow = Row<'aiMensajes'>

/** Whoever writes an answer is heard of every second: one that was silent for so long is no more. */
const SILENCE_MS = 15_000

function toMensaje({
  conversacionId: _conversacion,
  latido: _latido,
  detener: _detener,
  creadoEn,
  terminadoEn,
  ...row
}: MensajeRow): Mensaje {
  return {
    ...row,
    piezas: [...row.piezas],
    creadoEn: creadoEn.toISOString(),
    terminadoEn: terminadoEn?.toISOString() ?? null,
  }
}

/** Of those before `antesDe` the last so many, in their order. */
export async function listMensajes(
  db: Kysely<Database>,
  { conversacionId, antesDe, limite }: { conversacionId: string; antesDe: number | null; limite: number },
): Promise<{ mensajes: Mensaje[]; total: number }> {
  const all = db.selectFrom('aiMensajes').where('conversacionId', '=', conversacionId)
  const rows = await all
    .selectAll()
    .$if(antesDe !== null, (query) => query.where('orden', '<', antesDe))
    .orderBy('orden', 'desc')
    .limit(limite)
    .execute()
  const { total } = await all
    .select((select) => select.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return { mensajes: rows.toReversed().map(toMensaje), total: Number(total) }
}

export async function findMensaje(
  db: Kysely<Database>,
  { id, conversacionId }: { id: string; conversacionId?: string },
): Promise<Mensaje | undefined> {
  const row = await db
    .selectFrom('aiMensajes')
    .selectAll()
    .where('id', '=', id)
    .$if(conversacionId !== undefined, (query) => query.where('conversacionId', '=', conversacionId ?? ''))
    .executeTakeFirst()
  return row && toMensaje(row)
}

interface Nuevo {
  rol: RolDeMensaje
  texto: string
  piezas: readonly PiezaDeMensaje[]
}

interface Turno {
  conversacionId: string
  usuarioId: string
  /** How many more messages the conversation then has. */
  nuevos: number
  limits: Pick<Limits, 'chatMensajes' | 'chatRespuestas'>
}

/**
 * Before anything is said in a conversation that is held: nothing is being answered there, and this person, who is held too, has not too much
 * under way. Answers the place of what comes next.
 */
export async function takeTurno(
  trx: Transaction<Database>,
  { conversacionId, usuarioId, nuevos, limits: { chatMensajes, chatRespuestas } }: Turno,
): Promise<number> {
  await endAbandonados(trx)
  const { rows } = await sql<{ aqui: string; suyas: string; total: string; ultimo: number | null }>`
    select
      count(*) filter (where estado = 'generando' and conversacion_id = ${conversacionId}::uuid) as aqui,
      count(*) filter (where estado = 'generando') as suyas,
      count(*) filter (where conversacion_id = ${conversacionId}::uuid) as total,
      max(orden) filter (where conversacion_id = ${conversacionId}::uuid) as ultimo
    from ai_mensajes join ai_conversaciones as conversacion on conversacion.id = conversacion_id
    where usuario_id = ${usuarioId}::uuid
      and (estado = 'generando' or conversacion_id = ${conversacionId}::uuid)`.execute(trx)
  const { aqui = 0, suyas = 0, total = 0, ultimo = null } = rows[0] ?? {}
  if (Number(aqui) > 0) throw new ConversacionOcupada()
  if (Number(suyas) >= chatRespuestas)
    throw new LimiteSuperado({ limite: 'chatRespuestas', maximo: chatRespuestas })
  if (Number(total) + nuevos > chatMensajes)
    throw new LimiteSuperado({ limite: 'chatMensajes', maximo: chatMensajes })
  return (ultimo ?? 0) + 1
}

export async function insertPregunta(
  trx: Transaction<Database>,
  place: { conversacionId: string; orden: number },
  { rol, texto, piezas }: Nuevo,
): Promise<Mensaje> {
  return insertMensaje(trx, { ...place, rol, texto, piezas: JSON.stringify(piezas), estado: 'ok' })
}

/** One that is being written from now on. */
export async function insertRespuesta(
  trx: Transaction<Database>,
  place: { conversacionId: string; orden: number },
): Promise<Mensaje> {
  return insertMensaje(trx, { ...place, rol: 'asistente', texto: '', piezas: '[]', estado: 'generando' })
}

async function insertMensaje(
  trx: Transaction<Database>,
  mensaje: Pick<MensajeRow, 'conversacionId' | 'orden' | 'rol' | 'texto' | 'estado'> & { piezas: string },
): Promise<Mensaje> {
  const isOpen = mensaje.estado === 'generando'
  const row = await trx
    .insertInto('aiMensajes')
    .values({
      id: uuid(),
      ...mensaje,
      error: null,
      motivo: null,
      modelo: null,
      tokensEntrada: null,
      tokensSalida: null,
      importe: null,
      moneda: null,
      latido: isOpen ? sql<Date>`clock_timestamp()` : null,
      terminadoEn: isOpen ? null : sql<Date>`clock_timestamp()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toMensaje(row)
}

export async function removeMensaje(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom('aiMensajes').where('id', '=', id).execute()
}

/** How far an answer has come. */
export interface Avance {
  texto: string
  piezas: readonly PiezaDeMensaje[]
  modelo: string | null
}

/** Keeps how far it is. `detener`: somebody asked that it end, or it is nobody's any more. */
export async function saveAvance(
  db: Kysely<Database>,
  id: string,
  avance: Avance,
): Promise<{ detener: boolean }> {
  const row = await db
    .updateTable('aiMensajes')
    .set({ ...columnsOf(avance), latido: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('estado', '=', 'generando')
    .returning('detener')
    .executeTakeFirst()
  return { detener: row?.detener ?? true }
}

export interface Final extends Avance {
  estado: 'ok' | 'error' | 'detenido'
  error: ErrorDeMensaje | null
  motivo: MotivoDeFin | null
  tokens: { entrada: number | null; salida: number | null }
}

/** Ends it, with what all calls that were made for it cost. Undefined: it is gone, or was given up. */
export async function endRespuesta(
  db: Kysely<Database>,
  id: string,
  { estado, error, motivo, tokens, ...avance }: Final,
): Promise<Mensaje | undefined> {
  const row = await db
    .updateTable('aiMensajes')
    .set({
      ...columnsOf(avance),
      estado,
      error: error && storableJson(error),
      motivo,
      ...(await tokensOf(db, id, tokens)),
      ...(await costOf(db, id)),
      latido: null,
      terminadoEn: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('estado', '=', 'generando')
    .returningAll()
    .executeTakeFirst()
  return row && toMensaje(row)
}

/** What was spent is spent: of what a service did not tell, as of an answer that was stopped, what the ledger counted. */
async function tokensOf(
  db: Kysely<Database>,
  mensajeId: string,
  { entrada, salida }: Final['tokens'],
): Promise<Pick<MensajeRow, 'tokensEntrada' | 'tokensSalida' | 'tokensEstimados'>> {
  if (entrada !== null && salida !== null)
    return { tokensEntrada: entrada, tokensSalida: salida, tokensEstimados: false }
  const { rows } = await sql<{ entrada: number | null; salida: number | null }>`
    select sum(entrada)::int as entrada, sum(salida)::int as salida from ai_consumos
    where mensaje_id = ${mensajeId}::uuid and clase = 'texto' and estado <> 'liberado'`.execute(db)
  const counted = rows[0] ?? { entrada: null, salida: null }
  return {
    tokensEntrada: entrada ?? counted.entrada,
    tokensSalida: salida ?? counted.salida,
    tokensEstimados: counted.entrada !== null,
  }
}

/** Of calls in two currencies those in that of the answer. */
async function costOf(
  db: Kysely<Database>,
  mensajeId: string,
): Promise<{ importe: string | null; moneda: string | null }> {
  const { rows } = await sql<{ importe: string; moneda: string }>`
    select trim_scale(sum(importe))::text as importe, moneda from ai_consumos
    where mensaje_id = ${mensajeId}::uuid and importe is not null
    group by moneda order by bool_or(clase = 'texto') desc, moneda limit 1`.execute(db)
  return rows[0] ?? { importe: null, moneda: null }
}

function columnsOf({ texto, piezas, modelo }: Avance) {
  return {
    texto: storable(texto),
    piezas: storableJson(piezas),
    modelo,
  }
}

/** Asks whoever writes it to end it. False: nobody does. */
export async function askToStop(db: Kysely<Database>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('aiMensajes')
    .set({ detener: true })
    .where('id', '=', id)
    .where('estado', '=', 'generando')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Answers whose writer is gone: they keep what came, and say why no more does. */
export async function endAbandonados(db: Kysely<Database>): Promise<void> {
  const { codigo, message: mensaje } = new RespuestaInterrumpida()
  await sql`
    update ai_mensajes set estado = 'error', error = ${JSON.stringify({ codigo, mensaje })}::jsonb,
      latido = null, terminado_en = clock_timestamp()
    where estado = 'generando' and latido < clock_timestamp() - ${SILENCE_MS} * interval '1 ms'`.execute(db)
}
