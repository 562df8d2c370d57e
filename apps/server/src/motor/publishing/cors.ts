import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Canal } from '@div/contract'

const EXPOSED =
  'X-Ejecucion-Id, ETag, Location, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset'

export interface Cors {
  /** Adds what the browser needs to let a page of the caller's origin read the answer. */
  allow(request: IncomingMessage, response: ServerResponse): void
  preflight(request: IncomingMessage, response: ServerResponse, methods: readonly string[]): void
}

/** Cross-origin access of one canal (Fetch, 3.2). */
export function compileCors({
  origenes,
  credenciales,
  edadMaximaSegundos,
}: NonNullable<Canal['cors']>): Cors {
  // The wildcard and credentials exclude each other: with credentials only an origin that is named is allowed.
  const anyOrigin = origenes.includes('*') && !credenciales
  const allowed = new Set(origenes)

  function allow(request: IncomingMessage, response: ServerResponse): boolean {
    const { origin } = request.headers
    response.setHeader('vary', 'Origin')
    if (origin === undefined || !(anyOrigin || allowed.has(origin))) return false
    response.setHeader('access-control-allow-origin', anyOrigin ? '*' : origin)
    if (credenciales) response.setHeader('access-control-allow-credentials', 'true')
    return true
  }

  return {
    allow(request, response) {
      if (allow(request, response)) response.setHeader('access-control-expose-headers', EXPOSED)
    },
    preflight(request, response, methods) {
      if (allow(request, response)) {
        response.setHeader('access-control-allow-methods', methods.join(', '))
        const wanted = request.headers['access-control-request-headers']
        if (wanted !== undefined) response.setHeader('access-control-allow-headers', wanted)
        response.setHeader('access-control-max-age', String(edadMaximaSegundos))
      }
      response.writeHead(204).end()
    },
  }
}
