import {
  busquedaDeRagSchema,
  busquedaVectorialSchema,
  hallazgosDeRagSchema,
  monotonicNow,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { startFuentes } from '../../ai/rag/fuentes/start-fuentes.ts'
import { startLectores } from '../../ai/rag/start-lectores.ts'
import type { ApiDeps } from '../api-deps.ts'
import { leavesWith } from '../resource/leaves-with.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findVisible, registerResource } from '../resource/register-resource.ts'
import { callerOf } from './caller-of.ts'
import { colecciones } from './coleccion.ts'
import { registerDocumentos } from './documentos-routes.ts'
import { registerEvaluacion } from './evaluacion-routes.ts'
import { registerFuentes } from './fuentes-routes.ts'

/** What a person who searches waits for. */
const SEARCH_MS = 30_000

/** Documents that are searched, by people here and by procesos. This process also reads those that wait for it. */
export function registerRag(app: FastifyInstance, deps: ApiDeps): void {
  const { db, runtime, config, log } = deps
  const lectores = startLectores({ db, limits: config.limits, llamadas: () => runtime.pools, log })
  const fuentes = startFuentes({
    db,
    limits: config.limits,
    async llamadas() {
      await runtime.definitions.catchUp()
      return runtime.pools
    },
    createRed: runtime.createRed,
    log,
    onDocumentos: () => lectores.wake(),
  })
  app.addHook('onClose', async () => {
    await Promise.all([fuentes.stop(), lectores.stop()])
  })
  registerResource(app, deps, colecciones)
  registerDocumentos(app, deps, lectores)
  registerFuentes(app, deps, fuentes)
  registerEvaluacion(app, deps)

  const asking = { access: 'rag.leer', answers: { 200: busquedaVectorialSchema } } as const
  app.get('/api/rag/vectorial', { config: asking }, () => runtime.rag.askVectorial())

  const searching = {
    access: 'rag.leer',
    body: busquedaDeRagSchema,
    answers: { 200: hallazgosDeRagSchema },
  } as const
  app.post('/api/rag/:id/buscar', { config: searching }, async (request, reply) => {
    const { id } = await findVisible(colecciones, db, request)
    const busqueda = parseInput(busquedaDeRagSchema, request.body)
    // Whoever no longer waits for the answer no longer wants it.
    const signal = AbortSignal.any([leavesWith(reply), AbortSignal.timeout(SEARCH_MS)])
    return runtime.rag.search(id, busqueda, {
      signal,
      deadline: monotonicNow() + SEARCH_MS,
      caller: callerOf(request),
    })
  })
}
