import { busquedaDeRagSchema, hallazgosDeRagSchema, monotonicNow } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { startLectores } from '../../ai/rag/start-lectores.ts'
import { SecretScope } from '../../motor/history/secret-scope.ts'
import type { ApiDeps } from '../api-deps.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findVisible, registerResource } from '../resource/register-resource.ts'
import { colecciones } from './coleccion.ts'
import { registerDocumentos } from './documentos-routes.ts'

/** What a person who searches waits for. */
const SEARCH_MS = 30_000
/** What a person searches for is no secret of the product. */
const NO_SECRETS = SecretScope.of([])

/** Documents that are searched, by people here and by procesos. This process also reads those that wait for it. */
export function registerRag(app: FastifyInstance, deps: ApiDeps): void {
  const { db, runtime, config, log } = deps
  const lectores = startLectores({ db, limits: config.limits, llamadas: () => runtime.pools, log })
  app.addHook('onClose', () => lectores.stop())
  registerResource(app, deps, colecciones)
  registerDocumentos(app, deps, lectores)

  const searching = {
    access: 'rag.leer',
    body: busquedaDeRagSchema,
    answers: { 200: hallazgosDeRagSchema },
  } as const
  app.post('/api/rag/:id/buscar', { config: searching }, async (request, reply) => {
    const { id } = await findVisible(colecciones, db, request)
    const busqueda = parseInput(busquedaDeRagSchema, request.body)
    // Whoever no longer waits for the answer no longer wants it.
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(SEARCH_MS)])
    const caller = { secretos: NO_SECRETS, consumidor: { usuarioId: request.usuario.id } }
    return runtime.rag.search(id, busqueda, { signal, deadline: monotonicNow() + SEARCH_MS, caller })
  })
}
