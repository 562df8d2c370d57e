import { LIMITS } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ApiDeps } from '../api-deps.ts'
import { parseInput } from '../resource/parse-input.ts'
import { listAuditoria } from './repository.ts'
import { verifyChain } from './verify-chain.ts'

const text = z.string().min(1).max(200).optional()
const querySchema = z.strictObject({
  usuario: text,
  accion: text,
  recurso: text,
  recursoId: text,
  desde: z.iso.datetime({ offset: true }).optional(),
  hasta: z.iso.datetime({ offset: true }).optional(),
  antesDe: z
    .string()
    .regex(/^\d{1,18}$/, 'Use el «siguiente» de la página anterior.')
    .optional(),
  limite: z.coerce.number().int().min(1).max(LIMITS.listado).default(100),
})

export function registerAuditoria(app: FastifyInstance, { db }: Pick<ApiDeps, 'db'>): void {
  app.get('/api/auditoria', { config: { access: 'auditoria.leer' } }, async (request) => {
    const query = parseInput(querySchema, request.query)
    const entradas = await listAuditoria(db, query)
    const isLast = entradas.length < query.limite
    return { entradas, siguiente: isLast ? null : (entradas.at(-1)?.id ?? null) }
  })

  app.get('/api/auditoria/verificar', { config: { access: 'auditoria.leer' } }, () => verifyChain(db))
}
