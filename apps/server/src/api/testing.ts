import { randomBytes } from 'node:crypto'
import { AppError, hasPermission, type Role, roleSchema } from '@div/contract'
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import { readConfig } from '../config.ts'
import { createTestDatabase } from '../db/testing.ts'
import { createSecretos } from '../secretos/secretos.ts'
import type { ApiDeps } from './api-deps.ts'
import { collectRoutes } from './openapi/declared-route.ts'
import { expectDeclaredAnswer } from './testing-answers.ts'

export interface TestApi {
  deps: Pick<ApiDeps, 'db' | 'secretos'>
  /** Throws when an answer that goes well is not what its route declares. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    options?: { body?: string | object; role?: Role; contentType?: string },
  ): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

/** Some rooms of the API on a database of their own; who asks is what the test says. */
export async function startTestApi(
  register: (app: FastifyInstance, deps: ApiDeps) => void,
  build: (
    deps: Pick<ApiDeps, 'db' | 'secretos'> & { databaseUrl: string },
  ) => Promise<Partial<ApiDeps>> = async () => ({}),
): Promise<TestApi> {
  const database = await createTestDatabase()
  const { db } = database
  const secretos = await createSecretos({ db, masterKey: randomBytes(32) })
  const app = Fastify()
  const routes = collectRoutes(app)
  app.decorateRequest('usuario')
  app.addHook('onRequest', async (request) => {
    const role = roleSchema.parse(request.headers['x-role'])
    request.usuario = { id: '0', username: role, role }
    const { access } = request.routeOptions.config
    if (access !== 'publico' && access !== 'autenticado' && !hasPermission(role, access))
      throw new AppError({ codigo: 'PERMISO', status: 403, message: access })
  })
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AppError))
      return reply.code(500).send({ detail: String(error instanceof Error ? error.stack : error) })
    const { codigo, status, message, errores, extra } = error
    return reply.code(status).send({ codigo, status, detail: message, errores, ...extra })
  })
  const rest = await build({ db, secretos, databaseUrl: database.url })
  // A test gives the rooms that it registers what they use, and no more.
  register(app, { db, secretos, config: readConfig({}), ...rest } as ApiDeps)
  await app.ready()
  return {
    deps: { db, secretos },
    async call(method, url, { body, role = 'admin', contentType } = {}) {
      const answer = await app.inject({
        method,
        url,
        headers: { 'x-role': role, ...(contentType && { 'content-type': contentType }) },
        ...(body !== undefined && { payload: body }),
      })
      expectDeclaredAnswer(routes, { method, url }, answer)
      return answer
    },
    async close() {
      await app.close()
      await database.drop()
    },
  }
}
