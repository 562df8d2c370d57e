import type { FastifyInstance } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly HTTPMethod[]
const isMethod = (method: string): method is (typeof METHODS)[number] =>
  METHODS.some((known) => known === method)

/** Follows the routes that are registered from now on; answers the methods that a path has. */
export function followRoutes(app: FastifyInstance): (path: string) => readonly string[] {
  const router = findMyWay()
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) {
      // What stands in for every path says nothing about any.
      if (isMethod(each) && url !== '*' && url !== '/*') router.on(each, url, () => {})
    }
  })
  return (path) => METHODS.filter((method) => router.find(method, path) !== null)
}
