import type { IncomingMessage, ServerResponse } from 'node:http'
import { RutaNoEncontrada } from '@div/contract'
import { DOCS_ASSETS, DOCS_CACHE_CONTROL, writeDocsPage } from '../../../http/docs-page.ts'
import { problemOf } from '../../../http/problem.ts'
import { sendProblem } from '../send.ts'

/** Scripts and requests of this origin only. Swagger UI sets styles on its elements, which is why styles may stand inline. */
const PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The documentation page of a canal. */
export function sendDocs(response: ServerResponse, nombre: string): void {
  const page = Buffer.from(writeDocsPage(nombre))
  send(response, page, ['content-type', 'text/html; charset=utf-8', 'cache-control', 'no-cache'])
}

export function sendDocsAsset(request: IncomingMessage, response: ServerResponse, archivo: string): void {
  const asset = DOCS_ASSETS.get(archivo)
  if (!asset) {
    sendProblem(
      request,
      response,
      problemOf(new RutaNoEncontrada({ metodo: 'GET', ruta: request.url ?? '' })),
    )
    return
  }
  send(response, asset.read(), ['content-type', asset.contentType, 'cache-control', DOCS_CACHE_CONTROL])
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
