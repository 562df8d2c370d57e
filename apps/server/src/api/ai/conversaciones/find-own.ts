import { type ClaseDeConversacion, NoEncontrado } from '@div/contract'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type ConversacionRow, findConversacion } from '../../../ai/chat/conversaciones-repository.ts'
import type { Database } from '../../../db/tables.ts'
import { parseInput } from '../../resource/parse-input.ts'

const placeSchema = z.object({ id: z.string() })
export const idSchema = z.uuid()

/** The conversation that a path names, of whoever asks, of this kind or of any. Throws NoEncontrado, also for that of somebody else. */
export async function findOwn(
  db: Kysely<Database>,
  { usuario, params }: Pick<FastifyRequest, 'usuario' | 'params'>,
  clase?: ClaseDeConversacion,
  options?: { lock: boolean },
): Promise<ConversacionRow> {
  const { id } = parseInput(placeSchema, params)
  const row = idSchema.safeParse(id).success
    ? await findConversacion(db, { id, usuarioId: usuario.id, clase }, options)
    : undefined
  if (!row) throw new NoEncontrado({ recurso: 'la conversación', id })
  return row
}
