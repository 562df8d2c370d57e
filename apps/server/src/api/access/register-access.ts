import {
  type Access,
  CambioDePasswordRequerido,
  ClaveNoBasta,
  hasPermission,
  PermisoDenegado,
} from '@div/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../resource/resource-definition.ts'
import type { Sessions } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. A route without it does not start (security rule 6). */
    access: Access
    /** What the body has to be, for the description of the API; the route itself reads it. */
    body?: z.ZodType
    /** Its media type when it is not JSON. */
    bodyType?: string
    /** What may stand behind the `?`, likewise. */
    query?: z.ZodObject
    /** Answered also to whoever has a temporary password: what they need to choose another one. */
    conPasswordTemporal?: boolean
    /** Refused to a clave de API: what would let whoever found one stay. */
    soloConSesion?: boolean
  }
  interface FastifyRequest {
    /** Who asks. Reading it on a public route is a bug. */
    usuario: Actor
  }
}

/** Denies by default: every route says who may call it, and the check looks at the route that was matched, not at the address. */
export function registerAccess(app: FastifyInstance, sessions: Sessions): void {
  const actors = new WeakMap<FastifyRequest, Actor>()
  app.decorateRequest('usuario', {
    getter() {
      const actor = actors.get(this)
      if (!actor) throw new Error('a public route knows no usuario')
      return actor
    },
  })
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${String(method)} ${url} declares no access`)
  })
  app.addHook('onRequest', async (request) => {
    // What matches no route answers 404 to anyone: there is nothing behind it.
    if (request.is404) return
    const { access, conPasswordTemporal = false, soloConSesion = false } = request.routeOptions.config
    if (access === 'publico') return
    const { debeCambiarPassword, conClave, ...actor } = await sessions.authenticate(
      request.headers.authorization,
    )
    if (debeCambiarPassword && !conPasswordTemporal) throw new CambioDePasswordRequerido()
    if (conClave && soloConSesion) throw new ClaveNoBasta()
    if (access !== 'autenticado' && !hasPermission(actor.role, access)) {
      throw new PermisoDenegado({ permiso: access })
    }
    actors.set(request, actor)
  })
}
