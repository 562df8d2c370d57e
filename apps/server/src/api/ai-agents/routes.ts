import {
  agenteGuardadoSchema,
  agentePublicadoSchema,
  NoEncontrado,
  probarAgenteSchema,
  pruebaDeAgenteSchema,
  publicarAgenteSchema,
  versionDeAgenteResumenSchema,
  versionDeAgenteSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { endAbandoned } from '../../ai/agents/ejecuciones-repository.ts'
import { createPruebas } from '../../ai/agents/run-pruebas.ts'
import { EJECUCION_O_EVENTOS, sendEjecucion } from '../../ai/agents/send-ejecucion.ts'
import type { Row } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'
import { changeRecord, findRecord, registerResource, show } from '../resource/register-resource.ts'
import { agentes, refuseUnnamed } from './agente.ts'
import {
  findVersion,
  listPruebas,
  listSinCambios,
  listVersiones,
  publishDraft,
  readDefinicion,
  setPublicada,
} from './repository.ts'

const versionParamsSchema = z.object({ n: z.coerce.number().int().min(1) })
/** Of the history of its cases. */
const PRUEBAS_LISTADAS = 50

const draftOf = (agente: Row<'aiAgentes'>) => ({
  ...{ id: agente.id, nombre: agente.nombre, version: null, definicion: readDefinicion(agente) },
})

/** Who does things with a model: drafts, versions, and how their cases go. */
export function registerAiAgents(app: FastifyInstance, deps: ApiDeps): void {
  const { db, runtime, log } = deps
  registerResource(app, deps, agentes)
  const pruebas = createPruebas({ db, agentes: runtime.agentes, pools: runtime.pools, log })

  const publishing = {
    access: 'ai-agents.editar',
    body: publicarAgenteSchema.optional(),
    answers: { 200: agentePublicadoSchema },
  } as const
  app.post('/api/ai-agents/:id/publicar', { config: publishing }, async (request) => {
    const { nota } = parseInput(publicarAgenteSchema, request.body ?? {})
    const { username: usuario } = request.usuario
    return db.transaction().execute(async (trx) => {
      const agente = await findRecord(agentes, trx, request.params, 'change')
      const { id, nombre, versionPublicada } = agente
      await refuseUnnamed(readDefinicion(agente), { trx, usuario: request.usuario })
      const isSame = (await listSinCambios(trx, [id])).has(id)
      if (isSame && versionPublicada !== null) return { version: versionPublicada, sinCambios: true }
      const version = await publishDraft(trx, { agente, nota, usuario })
      const detalle = { nombre, version, nota }
      await audit(trx, { usuario, accion: 'publicar', recurso: 'ai-agents', recursoId: id, detalle })
      return { version, sinCambios: false }
    })
  })

  const listing = {
    access: 'ai-agents.leer',
    answers: { 200: z.array(versionDeAgenteResumenSchema) },
  } as const
  app.get('/api/ai-agents/:id/versiones', { config: listing }, async (request) => {
    const { id } = await findRecord(agentes, db, request.params)
    return listVersiones(db, id)
  })

  const reading = { access: 'ai-agents.leer', answers: { 200: versionDeAgenteSchema } } as const
  app.get('/api/ai-agents/:id/versiones/:n', { config: reading }, async (request) => {
    const { id } = await findRecord(agentes, db, request.params)
    return readVersion(id, request.params)
  })

  /** A new draft from an old version; the versions stay as they are. */
  const restoring = { access: 'ai-agents.editar', answers: { 200: agenteGuardadoSchema } } as const
  app.post('/api/ai-agents/:id/versiones/:n/restaurar', { config: restoring }, async (request) => {
    const { usuario, params } = request
    return db.transaction().execute(async (trx) => {
      const agente = await findRecord(agentes, trx, params, 'change')
      const { version, definicion } = await readVersion(agente.id, params)
      const body = { ...agentes.toJson(agente), ...definicion, revision: agente.revision }
      const detalle = { restaurada: version }
      return show(agentes, await changeRecord(agentes, { trx, usuario, body, params, detalle }))
    })
  })

  /** The published version is an older one again; the draft stays as it is. */
  const returning = { access: 'ai-agents.editar', answers: { 200: agentePublicadoSchema } } as const
  app.post('/api/ai-agents/:id/versiones/:n/publicar', { config: returning }, async (request) => {
    const { usuario, params } = request
    return db.transaction().execute(async (trx) => {
      const { id, nombre, versionPublicada } = await findRecord(agentes, trx, params, 'change')
      const { version, definicion } = await readVersion(id, params)
      await refuseUnnamed(definicion, { trx, usuario })
      if (version === versionPublicada) return { version, sinCambios: true }
      await setPublicada(trx, { id, version })
      const detalle = { nombre, version, antes: versionPublicada }
      await audit(trx, {
        ...{ usuario: usuario.username, accion: 'publicar', recurso: 'ai-agents', recursoId: id, detalle },
      })
      return { version, sinCambios: false }
    })
  })

  const trying = {
    access: 'ai-agents.editar',
    body: probarAgenteSchema,
    answers: EJECUCION_O_EVENTOS,
  } as const
  app.post('/api/ai-agents/:id/probar', { config: trying }, async (request, reply) => {
    const { mensaje } = parseInput(probarAgenteSchema, request.body)
    const agente = draftOf(await findRecord(agentes, db, request.params))
    const { id, role, username: usuario } = request.usuario
    await db.transaction().execute((trx) =>
      audit(trx, {
        ...{ usuario, accion: 'probar', recurso: 'ai-agents', recursoId: agente.id },
        detalle: { nombre: agente.nombre },
      }),
    )
    return sendEjecucion(request, reply, (tell) =>
      runtime.agentes.begin({
        ...{ agente, mensaje, origen: 'prueba', pidiente: { id, role }, hayPersona: true, tell },
      }),
    )
  })

  const testing = { access: 'ai-agents.editar', answers: { 202: pruebaDeAgenteSchema } } as const
  app.post('/api/ai-agents/:id/pruebas', { config: testing }, async (request, reply) => {
    const row = await findRecord(agentes, db, request.params)
    const { id, role, username } = request.usuario
    const agente = draftOf(row)
    const begun = await pruebas.begin({ agente, casos: row.casos, pidiente: { id, role }, usuario: username })
    return reply.code(202).send(begun)
  })

  const listingPruebas = {
    access: 'ai-agents.leer',
    answers: { 200: z.array(pruebaDeAgenteSchema) },
  } as const
  app.get('/api/ai-agents/:id/pruebas', { config: listingPruebas }, async (request) => {
    const { id } = await findRecord(agentes, db, request.params)
    await endAbandoned(db)
    return listPruebas(db, { agenteId: id, limite: PRUEBAS_LISTADAS })
  })

  async function readVersion(agenteId: string, params: unknown) {
    const { n } = parseInput(versionParamsSchema, params)
    const version = await findVersion(db, { agenteId, version: n })
    if (!version) throw new NoEncontrado({ recurso: 'la versión', id: String(n) })
    return version
  }
}
