import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DOCS_ASSETS, DOCS_CACHE_CONTROL, writeDocsPage } from '../../http/docs-page.ts'
import type { DeclaredRoute } from './declared-route.ts'
import { describeApi } from './describe-api.ts'

const describing = { access: 'publico', answers: { 200: z.record(z.string(), z.unknown()) } } as const
const showing = { access: 'publico', answers: { 200: { mediaTypes: ['text/html'] } } } as const

/** The API describes itself: `/api/openapi.json`, with a page at `/api/docs`. */
export function registerOpenApi(app: FastifyInstance, routes: readonly DeclaredRoute[]): void {
  let description: Record<string, unknown> | undefined

  app.get('/api/openapi.json', { config: describing }, async () => {
    // At the first call: by then every room has registered its routes.
    description ??= describeApi(routes)
    return description
  })
  app.get('/api/docs', { config: showing }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(writeDocsPage('API de administración')),
  )
  for (const [file, { contentType, read }] of DOCS_ASSETS) {
    const answers = { 200: { mediaTypes: contentType.split(';', 1) } }
    app.get(`/api/docs/${file}`, { config: { access: 'publico', answers } }, (_request, reply) =>
      reply.type(contentType).header('cache-control', DOCS_CACHE_CONTROL).send(read()),
    )
  }
}
