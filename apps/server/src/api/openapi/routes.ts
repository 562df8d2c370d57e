import type { FastifyInstance } from 'fastify'
import { DOCS_ASSETS, DOCS_CACHE_CONTROL, writeDocsPage } from '../../http/docs-page.ts'
import type { DeclaredRoute } from './declared-route.ts'
import { describeApi } from './describe-api.ts'

/** The API describes itself: `/api/openapi.json`, with a page at `/api/docs`. */
export function registerOpenApi(app: FastifyInstance, routes: readonly DeclaredRoute[]): void {
  const access = { config: { access: 'publico' } } as const
  let description: Record<string, unknown> | undefined

  app.get('/api/openapi.json', access, async () => {
    // At the first call: by then every room has registered its routes.
    description ??= describeApi(routes)
    return description
  })
  app.get('/api/docs', access, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(writeDocsPage('API de administración')),
  )
  for (const [file, { contentType, read }] of DOCS_ASSETS) {
    app.get(`/api/docs/${file}`, access, (_request, reply) =>
      reply.type(contentType).header('cache-control', DOCS_CACHE_CONTROL).send(read()),
    )
  }
}
