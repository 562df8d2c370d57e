import { type ConversacionConAgente, NoEncontrado, type PreguntaAAgente } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../../db/tables.ts'

const TITULO_CHARS = 80

/** The conversation in which something is asked: a new one, or one of this person with this agente. Throws NoEncontrado. */
export async function openConversacion(
  db: Kysely<Database>,
  { pregunta, usuarioId, maximo }: { pregunta: PreguntaAAgente; usuarioId: string; maximo: number },
): Promise<string> {
  const { agenteId, mensaje, conversacionId } = pregunta
  if (conversacionId !== undefined) {
    const found = await db
      .updateTable('aiConversaciones')
      .set({ actualizadoEn: sql<Date>`now()` })
      .where('id', '=', conversacionId)
      .where('clase', '=', 'agente')
      .where('usuarioId', '=', usuarioId)
      .where('agenteId', '=', agenteId)
      .returning('id')
      .executeTakeFirst()
    if (!found) throw new NoEncontrado({ recurso: 'la conversación', id: conversacionId })
    return found.id
  }
  const [line = ''] = mensaje.split('\n')
  const titulo = line.length > TITULO_CHARS ? `${line.slice(0, TITULO_CHARS - 1)}…` : line
  const id = uuid()
  await db
    .insertInto('aiConversaciones')
    .values({
      ...{ id, clase: 'agente', usuarioId, titulo, agenteId, servidorId: null, modelo: '' },
      colecciones: [],
    })
    .execute()
  // The oldest make room.
  await sql`
    delete from ai_conversaciones where usuario_id = ${usuarioId}::uuid and clase = 'agente' and id not in (
      select id from ai_conversaciones where usuario_id = ${usuarioId}::uuid and clase = 'agente'
      order by actualizado_en desc, id desc limit ${maximo})`.execute(db)
  return id
}

/** Of one person, the newest first. */
export async function listConversaciones(
  db: Kysely<Database>,
  { usuarioId, limite }: { usuarioId: string; limite: number },
): Promise<ConversacionConAgente[]> {
  const rows = await db
    .selectFrom('aiConversaciones as conversacion')
    .innerJoin('aiAgentes', 'aiAgentes.id', 'conversacion.agenteId')
    .select([
      'conversacion.id',
      'titulo',
      'conversacion.agenteId',
      'aiAgentes.nombre as agente',
      'conversacion.actualizadoEn',
    ])
    .where('clase', '=', 'agente')
    .where('usuarioId', '=', usuarioId)
    .orderBy('conversacion.actualizadoEn', 'desc')
    .orderBy('conversacion.id', 'desc')
    .limit(limite)
    .execute()
  return rows.flatMap(({ agenteId, actualizadoEn, ...conversacion }) =>
    agenteId === null ? [] : [{ ...conversacion, agenteId, actualizadoEn: actualizadoEn.toISOString() }],
  )
}

export async function deleteConversacion(
  db: Kysely<Database>,
  { id, usuarioId }: { id: string; usuarioId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('aiConversaciones')
    .where('id', '=', id)
    .where('clase', '=', 'agente')
    .where('usuarioId', '=', usuarioId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
