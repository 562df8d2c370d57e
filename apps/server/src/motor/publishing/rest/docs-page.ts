import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { RutaNoEncontrada } from '@div/contract'
import { problemOf } from '../../../http/problem.ts'
import { sendProblem } from './send.ts'

/** Scripts and requests of this origin only. Swagger UI sets styles on its elements, which is why styles may stand inline. */
const PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const ASSET_MAX_AGE_SECONDS = 86_400

/** In a file of its own, because the page allows no inline script. */
const START_SCRIPT = `SwaggerUIBundle({
  url: location.pathname.replace(/\\/docs$/, '/openapi.json'),
  dom_id: '#documentacion',
  deepLinking: true,
  validatorUrl: null,
})
`

interface Asset {
  contentType: string
  read(): Buffer
}

const require = createRequire(import.meta.url)

/** All that the page may load: nothing that a caller names reaches the file system (security rule 2). */
const ASSETS: ReadonlyMap<string, Asset> = new Map([
  ['swagger-ui.css', swaggerAsset('swagger-ui.css', 'text/css; charset=utf-8')],
  ['swagger-ui-bundle.js', swaggerAsset('swagger-ui-bundle.js', 'text/javascript; charset=utf-8')],
  ['inicio.js', { contentType: 'text/javascript; charset=utf-8', read: () => Buffer.from(START_SCRIPT) }],
])

/** The documentation page of a canal. */
export function sendDocs(response: ServerResponse, nombre: string): void {
  const title = escapeHtml(nombre)
  const page = `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Documentación del canal</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<main id="documentacion"><p>Cargando la documentación de ${title}…</p></main>
<noscript><p>Esta página necesita JavaScript. La descripción está también en openapi.json.</p></noscript>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/inicio.js"></script>
</body>
</html>
`
  send(response, Buffer.from(page), ['content-type', 'text/html; charset=utf-8', 'cache-control', 'no-cache'])
}

export function sendDocsAsset(request: IncomingMessage, response: ServerResponse, archivo: string): void {
  const asset = ASSETS.get(archivo)
  if (!asset) {
    sendProblem(
      request,
      response,
      problemOf(new RutaNoEncontrada({ metodo: 'GET', ruta: request.url ?? '' })),
    )
    return
  }
  send(response, asset.read(), [
    'content-type',
    asset.contentType,
    'cache-control',
    `public, max-age=${ASSET_MAX_AGE_SECONDS}`,
  ])
}

function send(response: ServerResponse, bytes: Buffer, headers: readonly string[]): void {
  response.writeHead(200, [
    ...headers,
    'content-length',
    String(bytes.length),
    'x-content-type-options',
    'nosniff',
    'content-security-policy',
    PAGE_CSP,
  ])
  response.end(bytes)
}

function swaggerAsset(file: string, contentType: string): Asset {
  let bytes: Buffer | undefined
  return {
    contentType,
    read() {
      // On the first visit: most workers never show the page.
      bytes ??= readFileSync(join(dirname(require.resolve('swagger-ui-dist/package.json')), file))
      return bytes
    },
  }
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
