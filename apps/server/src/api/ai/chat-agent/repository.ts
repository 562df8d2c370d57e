import { NoEncontrado, type PreguntaAAgente } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { tituloOf } from '../../../ai/chat/titulo-of.ts'
import type { Database } from '../../../db/tables.ts'

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
  const titulo = tituloOf(mensaje, [])
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
