import type { Access } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

export interface DeclaredRoute {
  method: string
  /** As it was registered: `/api/servidores/:id`. */
  path: string
  access: Access
  body: z.ZodType | null
}

/** Fills with every route that is registered from now on. HEAD, which follows GET, is left out. */
export function collectRoutes(app: FastifyInstance): readonly DeclaredRoute[] {
  const routes: DeclaredRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config) return
    for (const each of [method].flat()) {
      if (each === 'HEAD') continue
      routes.push({ method: each, path: url, access: config.access, body: config.body ?? null })
    }
  })
  return routes
}
