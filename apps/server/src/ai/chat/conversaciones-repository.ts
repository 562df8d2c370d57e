import {
  type ClaseDeConversacion,
  type Conversacion,
  type ConversacionGuardada,
  LimiteSuperado,
} from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { containing } from '../../db/like-pattern.ts'
import type { Database, Row } from '../../db/tables.ts'

export type ConversacionRow = Row<'aiConversaciones'>

/** A conversation is its user's alone: no role reads that of another. */
interface Place {
  id: string
  usuarioId: string
  clase: ClaseDeConversacion
}
type PlaceOfAny = Omit<Place, 'clase'> & { clase?: ClaseDeConversacion | undefined }

/** Of the advisory locks under which what one person has is counted, by person. */
const LOCK = 7_216_009

/** Of two things that one person begins at once the second one waits: it counts the first one. */
export async function holdUsuario(trx: Transaction<Database>, usuarioId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${usuarioId}))`.execute(trx)
}

export async function createConversacion(
  trx: Transaction<Database>,
  { usuarioId, clase, conversacion }: Pick<Place, 'usuarioId' | 'clase'> & { conversacion: Conversacion },
  maximo: number,
): Promise<ConversacionRow> {
  await holdUsuario(trx, usuarioId)
  const { total } = await trx
    .selectFrom('aiConversaciones')
    .select((select) => select.fn.countAll<string>().as('total'))
    .where('usuarioId', '=', usuarioId)
    .executeTakeFirstOrThrow()
  if (Number(total) >= maximo) throw new LimiteSuperado({ limite: 'chatConversaciones', maximo })
  return trx
    .insertInto('aiConversaciones')
    .values({ id: uuid(), usuarioId, clase, agenteId: null, ...conversacion })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Undefined: this person has none of this id. `lock`: until the transaction ends nobody else changes it. */
export async function findConversacion(
  db: Kysely<Database>,
  { id, usuarioId, clase }: PlaceOfAny,
  { lock = false }: { lock?: boolean } = {},
): Promise<ConversacionRow | undefined> {
  const query = db
    .selectFrom('aiConversaciones')
    .selectAll()
    .where('id', '=', id)
    .where('usuarioId', '=', usuarioId)
    .$if(clase !== undefined, (found) => found.where('clase', '=', clase ?? 'chat'))
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

interface Page extends Pick<Place, 'usuarioId' | 'clase'> {
  q: string
  limite: number
  desde: number
}

/** The last one used first. `q` stands in its title or in what was said. */
export async function listConversaciones(
  db: Kysely<Database>,
  { usuarioId, clase, q, limite, desde }: Page,
): Promise<{ conversaciones: ConversacionRow[]; total: number }> {
  const found = db
    .selectFrom('aiConversaciones')
    .where('usuarioId', '=', usuarioId)
    .where('clase', '=', clase)
    .$if(q !== '', (query) =>
      query.where(
        sql<boolean>`(unaccent(titulo) ilike unaccent(${containing(q)}) or exists (
          select from ai_mensajes
          where conversacion_id = ai_conversaciones.id and unaccent(texto) ilike unaccent(${containing(q)})
        ) or exists (
          select from ai_agente_ejecuciones
          where conversacion_id = ai_conversaciones.id
            and unaccent(mensaje || E'\\n' || respuesta) ilike unaccent(${containing(q)})))`,
      ),
    )
  const conversaciones = await found
    .selectAll()
    .orderBy('actualizadoEn', 'desc')
    .orderBy('id', 'desc')
    .limit(limite)
    .offset(desde)
    .execute()
  const { total } = await found
    .select((select) => select.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return { conversaciones, total: Number(total) }
}

/** As they are answered. */
export async function describeConversaciones(
  db: Kysely<Database>,
  rows: readonly ConversacionRow[],
): Promise<ConversacionGuardada[]> {
  if (rows.length === 0) return []
  const known = await countDichos(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ usuarioId: _usuario, agenteId, creadoEn, actualizadoEn, ...row }) => {
    const { agente = null, mensajes = 0, generando = false } = known.get(row.id) ?? {}
    return {
      ...row,
      agente: agenteId === null || agente === null ? null : { id: agenteId, nombre: agente },
      mensajes: Number(mensajes),
      generando,
      creadoEn: creadoEn.toISOString(),
      actualizadoEn: actualizadoEn.toISOString(),
    }
  })
}

/** What each of them holds: messages, or the turns of an agente, each of which is a question and an answer. */
async function countDichos(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { agente: string | null; mensajes: string; generando: boolean }>> {
  const { rows } = await sql<{ id: string; agente: string | null; mensajes: string; generando: boolean }>`
    select conversacion.id, agente.nombre as agente, mensajes, generando
    from ai_conversaciones as conversacion
      left join ai_agentes as agente on agente.id = agente_id,
      lateral (
        select coalesce(sum(cuantos), 0) as mensajes, coalesce(bool_or(abierto), false) as generando
        from (
          select 1 as cuantos, estado = 'generando' as abierto from ai_mensajes
          where conversacion_id = conversacion.id
          union all
          select 2, estado = 'ejecutando' from ai_agente_ejecuciones where conversacion_id = conversacion.id
        ) as dicho
      ) as cuenta
    where conversacion.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...counted }) => [id, counted]))
}

export function changeConversacion(
  trx: Transaction<Database>,
  id: string,
  changes: Partial<Conversacion>,
): Promise<ConversacionRow> {
  return trx
    .updateTable('aiConversaciones')
    .set({ ...changes, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Something was said in it. */
export async function touchConversacion(trx: Transaction<Database>, id: string): Promise<void> {
  await trx
    .updateTable('aiConversaciones')
    .set({ actualizadoEn: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

export async function removeConversacion(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom('aiConversaciones').where('id', '=', id).execute()
}

/** Those in which nothing was said for so long. */
export async function forgetConversaciones(db: Kysely<Database>, dias: number): Promise<void> {
  await sql`
    delete from ai_conversaciones where actualizado_en < now() - ${dias} * interval '1 day'`.execute(db)
}
