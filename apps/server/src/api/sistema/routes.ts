import { canalProcesoSchema, pingSchema } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ApiDeps } from '../api-deps.ts'
import { describePageQuery } from '../resource/page-query.ts'
import { parseInput } from '../resource/parse-input.ts'
import { listCanalProcesos } from './repository.ts'

export function registerSistema(app: FastifyInstance, { db, config }: Pick<ApiDeps, 'db' | 'config'>): void {
  const { limits } = config

  const pinging = { access: 'publico', answers: { 200: pingSchema } } as const
  app.get('/api/ping', { config: pinging }, async () => ({ ok: true, momento: new Date() }))

  const pageQuery = describePageQuery(limits)
  const listing = {
    access: 'canales.leer',
    query: pageQuery,
    answers: { 200: z.array(canalProcesoSchema) },
    answerHeaders: ['X-Total-Count'],
  } as const
  app.get('/api/canal-procesos', { config: listing }, async (request, reply) => {
    const { rows, total } = await listCanalProcesos(db, parseInput(pageQuery, request.query))
    reply.header('x-total-count', total)
    return rows
  })
}
