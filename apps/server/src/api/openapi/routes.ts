import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { DeclaredRoute } from './declared-route.ts'
import { describeApi } from './describe-api.ts'

const PAGE = `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>DIV · Documentación de la API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<main id="documentacion"><p>Cargando la documentación…</p></main>
<noscript><p>Esta página necesita JavaScript. La descripción está también en /api/openapi.json.</p></noscript>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/inicio.js"></script>
</body>
</html>
`

/** In a file of its own, because the page allows no inline script. */
const START_SCRIPT = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#documentacion', deepLinking: true, validatorUrl: null })
`

/** All that the page loads: no path of a request reaches the file system (security rule 2). */
const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

const require = createRequire(import.meta.url)

/** The API describes itself: `/api/openapi.json`, with a page at `/api/docs`. */
export function registerOpenApi(app: FastifyInstance, routes: readonly DeclaredRoute[]): void {
  const access = { config: { access: 'publico' } } as const
  let description: Record<string, unknown> | undefined

  app.get('/api/openapi.json', access, async () => {
    // At the first call: by then every room has registered its routes.
    description ??= describeApi(routes)
    return description
  })
  app.get('/api/docs', access, (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE))
  app.get('/api/docs/inicio.js', access, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START_SCRIPT),
  )
  for (const [file, type] of Object.entries(ASSETS)) {
    app.get(`/api/docs/${file}`, access, async (_request, reply) => {
      reply.type(type).header('cache-control', 'public, max-age=86400')
      return readFile(join(dirname(require.resolve('swagger-ui-dist/package.json')), file))
    })
  }
}
