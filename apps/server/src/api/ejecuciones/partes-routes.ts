import { NoEncontrado, paginaDeValorSchema, partesDeEjecucionSchema } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ApiDeps } from '../api-deps.ts'
import { parseInput } from '../resource/parse-input.ts'

const MAX_INT = 2_147_483_647
const ejecucionParamsSchema = z.object({ id: z.uuid() })
const parteParamsSchema = z.object({ id: z.uuid(), parte: z.coerce.number().int().min(0).max(MAX_INT) })
const pageQuerySchema = z.strictObject({
  pagina: z.coerce.number().int().min(0).max(MAX_INT).default(0),
})

/** What was too large in a test run to be shown with it, by page, for whoever made it. */
export function registerPartes(app: FastifyInstance, { runtime }: ApiDeps): void {
  const listing = { access: 'procesos.editar', answers: { 200: partesDeEjecucionSchema } } as const
  app.get('/api/ejecuciones/:id/partes', { config: listing }, async (request) => {
    const { id } = parseInput(ejecucionParamsSchema, request.params)
    return runtime.valoresDePrueba.list({ ejecucionId: id, usuarioId: request.usuario.id })
  })

  const reading = {
    access: 'procesos.editar',
    query: pageQuerySchema,
    answers: { 200: paginaDeValorSchema },
  } as const
  app.get('/api/ejecuciones/:id/partes/:parte', { config: reading }, async (request) => {
    const { id, parte } = parseInput(parteParamsSchema, request.params)
    const { pagina } = parseInput(pageQuerySchema, request.query)
    const of = { ejecucionId: id, usuarioId: request.usuario.id }
    const page = await runtime.valoresDePrueba.readPage(of, { parte, pagina })
    if (page === null) throw new NoEncontrado({ recurso: 'la página del valor', id })
    return page
  })
}
