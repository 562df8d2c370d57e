import {
  DemasiadosParametros,
  DireccionDemasiadoLarga,
  DireccionInvalida,
  type Limits,
  MetodoNoPermitido,
  RutaNoEncontrada,
  TipoDeMedioNoAdmitido,
} from '@div/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasBody, hostMissing, namesItsHost, refuseEncoded } from './check-request.ts'
import { parseJson } from './parse-json.ts'
import { PROBLEM_TYPE, problemOf } from './problem.ts'
import { followRoutes } from './route-methods.ts'
import { translateError } from './translate-error.ts'

const JSON_TYPE = 'application/json'

/**
 * What both ports share: every error leaves as problem+json (RFC 9457), bodies are read by the exact media type that they declare
 * (security rule 1), and addresses have limits.
 */
export function registerHttp(app: FastifyInstance, { limits }: { limits: Limits }): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    JSON_TYPE,
    { parseAs: 'buffer', bodyLimit: limits.cuerpoBytes },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      refuseOtherCharset(headers['content-type'] ?? '')
      // Many clients declare the type of a body that they do not send.
      return body.length === 0 ? undefined : parseJson(body, { profundidad: limits.profundidad })
    },
  )
  app.addHook('onRequest', async ({ raw, query }) => {
    if (!namesItsHost(raw)) throw hostMissing()
    if (hasBody(raw)) refuseEncoded(raw)
    checkAddress(raw.url ?? '', query, limits)
  })
  app.setErrorHandler((error, request, reply) =>
    answerError(translateError(error, request, limits), request, reply),
  )
  const methodsOf = followRoutes(app)
  app.setNotFoundHandler(({ method: metodo, url }, reply) => {
    const [ruta = url] = url.split('?', 1)
    const permitidos = methodsOf(ruta)
    if (permitidos.length === 0) throw new RutaNoEncontrada({ metodo, ruta })
    reply.header('allow', permitidos.join(', '))
    throw new MetodoNoPermitido({ metodo, permitidos })
  })
}

/** Answers what was thrown; what is a bug of ours is logged with its cause and shown as *Error interno*. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, retrySeconds } = problemOf(error)
  if (status === 500) request.log.error({ err: error, url: request.routeOptions?.url }, 'request failed')
  if (retrySeconds !== null) reply.header('retry-after', retrySeconds)
  return reply.code(status).type(PROBLEM_TYPE).send(body)
}

/** A name that stands twice is refused: two readers could take different ones. */
function checkAddress(url: string, query: unknown, { parametrosConsulta, direccionBytes }: Limits): void {
  if (url.split('&', parametrosConsulta + 1).length > parametrosConsulta) {
    throw new DemasiadosParametros({ maximo: parametrosConsulta })
  }
  if (url.length > direccionBytes) throw new DireccionDemasiadoLarga({ maximoBytes: direccionBytes })
  if (url.includes('%00')) throw new DireccionInvalida({ motivo: 'contiene un carácter nulo' })
  if (typeof query !== 'object' || query === null) return
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) throw new DireccionInvalida({ motivo: `el parámetro «${name}» está repetido` })
  }
}

function refuseOtherCharset(contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1]
  if (charset === undefined || /^utf-?8$/i.test(charset)) return
  throw new TipoDeMedioNoAdmitido({ tipo: contentType, admitidos: [JSON_TYPE] })
}
