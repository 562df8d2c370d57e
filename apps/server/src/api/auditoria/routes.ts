import { type Limits, paginaDeAuditoriaSchema, veredictoDeAuditoriaSchema } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ApiDeps } from '../api-deps.ts'
import { parseInput } from '../resource/parse-input.ts'
import { readNombres } from './read-nombres.ts'
import { listAuditoria } from './repository.ts'
import { verifyChain } from './verify-chain.ts'

const DEFAULT_LIMITE = 100

const text = z.string().min(1).max(200).optional()
const querySchema = ({ listado }: Limits) =>
  z.strictObject({
    q: text,
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
    limite: z.coerce.number().int().min(1).max(listado).default(Math.min(DEFAULT_LIMITE, listado)),
  })

export function registerAuditoria(
  app: FastifyInstance,
  { db, config }: Pick<ApiDeps, 'db' | 'config'>,
): void {
  const schema = querySchema(config.limits)
  const listing = {
    access: 'auditoria.leer',
    query: schema,
    answers: { 200: paginaDeAuditoriaSchema },
  } as const
  app.get('/api/auditoria', { config: listing }, async (request) => {
    const query = parseInput(schema, request.query)
    const entradas = await listAuditoria(db, query)
    const nombres = await readNombres(db, entradas)
    const isLast = entradas.length < query.limite
    const named = entradas.map((entrada) => ({ ...entrada, nombre: nombres.get(entrada) ?? null }))
    return { entradas: named, siguiente: isLast ? null : (entradas.at(-1)?.id ?? null) }
  })

  const verifying = { access: 'auditoria.leer', answers: { 200: veredictoDeAuditoriaSchema } } as const
  app.get('/api/auditoria/verificar', { config: verifying }, () => verifyChain(db))
}
