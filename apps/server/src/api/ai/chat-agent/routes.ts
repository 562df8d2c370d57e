import {
  decidirUsosSchema,
  ejecucionDeAgenteSchema,
  NoEncontrado,
  preguntarAAgenteSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { listEjecuciones, readAntes } from '../../../ai/agents/ejecuciones-repository.ts'
import { EJECUCION_O_EVENTOS, sendEjecucion } from '../../../ai/agents/send-ejecucion.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { parseInput } from '../../resource/parse-input.ts'
import { openConversacion } from './repository.ts'

const idSchema = z.object({ id: z.uuid() })

/** Both addresses that the specification names. */
const PREGUNTAR = ['/api/ai/chat/agent', '/ai/chat/agent'] as const

/** Talking with agentes. What is said belongs to whoever said it. */
export function registerChatAgent(app: FastifyInstance, { db, runtime, config }: ApiDeps): void {
  const { agenteTurnosDeAntes, agenteConversaciones } = config.limits

  const asking = {
    access: 'ai-agents.leer',
    body: preguntarAAgenteSchema,
    answers: EJECUCION_O_EVENTOS,
  } as const
  for (const path of PREGUNTAR)
    app.post(path, { config: asking }, async (request, reply) => {
      const pregunta = parseInput(preguntarAAgenteSchema, request.body)
      const { agenteId, mensaje } = pregunta
      const { id: usuarioId, role } = request.usuario
      const agente = await runtime.agentes.findPublicado({ id: agenteId })
      const conversacionId = await openConversacion(db, {
        ...{ pregunta, usuarioId, maximo: agenteConversaciones },
      })
      const before = await readAntes(db, { conversacionId, limite: agenteTurnosDeAntes })
      const antes = before.flatMap((turno) => [
        { rol: 'usuario' as const, texto: turno.mensaje },
        { rol: 'asistente' as const, texto: turno.respuesta },
      ])
      return sendEjecucion(request, reply, (tell) =>
        runtime.agentes.begin({
          ...{ agente, mensaje, antes, origen: 'chat', conversacionId, hayPersona: true, tell },
          pidiente: { id: usuarioId, role },
        }),
      )
    })

  const reading = {
    access: 'ai-agents.leer',
    answers: { 200: z.array(ejecucionDeAgenteSchema) },
  } as const
  app.get('/api/ai/chat/agent/conversaciones/:id', { config: reading }, (request) => {
    const { id: conversacionId } = parseInput(idSchema, request.params)
    return listEjecuciones(db, { usuarioId: request.usuario.id, conversacionId })
  })

  const readingOne = { access: 'ai-agents.leer', answers: { 200: ejecucionDeAgenteSchema } } as const
  app.get('/api/ai/chat/agent/ejecuciones/:id', { config: readingOne }, async (request) => {
    const { id } = parseInput(idSchema, request.params)
    const [ejecucion] = await listEjecuciones(db, { usuarioId: request.usuario.id, id })
    if (!ejecucion) throw new NoEncontrado({ recurso: 'la ejecución', id })
    return ejecucion
  })

  const deciding = {
    access: 'ai-agents.leer',
    body: decidirUsosSchema,
    answers: EJECUCION_O_EVENTOS,
  } as const
  app.post('/api/ai/chat/agent/ejecuciones/:id/decidir', { config: deciding }, async (request, reply) => {
    const { id } = parseInput(idSchema, request.params)
    const { decisiones } = parseInput(decidirUsosSchema, request.body)
    const { id: usuarioId, role, username } = request.usuario
    return sendEjecucion(request, reply, (tell) =>
      runtime.agentes.resume(id, { pidiente: { id: usuarioId, role }, usuario: username, decisiones, tell }),
    )
  })

  const stopping = { access: 'ai-agents.leer', answers: { 204: null } } as const
  app.post('/api/ai/chat/agent/ejecuciones/:id/detener', { config: stopping }, async (request, reply) => {
    const { id } = parseInput(idSchema, request.params)
    if (!(await runtime.agentes.stop(id, request.usuario.id)))
      throw new NoEncontrado({ recurso: 'la ejecución en marcha', id })
    return reply.code(204).send()
  })
}
