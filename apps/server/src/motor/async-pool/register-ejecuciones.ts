import { NoEncontrado } from '@div/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { MotorRegister } from '../motor.ts'
import { sendAnswer } from '../publishing/send.ts'
import { describeSituacion } from './describe-accepted.ts'
import type { Situacion } from './situacion.ts'

/** Whoever may call the canal may ask for its runs: its own gate is asked, and a run of another one does not exist. */
const PUBLIC = { config: { access: 'publico' } } as const
const RETRY_SECONDS = 1
const idSchema = z.object({ id: z.uuid() })

/** `/ejecuciones/{id}`: what became of a run that an asynchronous canal accepted. */
export const registerEjecuciones: MotorRegister = (app, { runtime, canales }) => {
  /** Throws NoEncontrado, and what the gate of its canal throws. */
  async function find(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ id: string; situacion: Situacion }> {
    const { id } = z.object({ id: z.string() }).parse(request.params)
    const situacion = idSchema.safeParse({ id }).success ? await runtime.cola.find(id) : undefined
    const gate = situacion && canales.gateOf(canalOf(situacion) ?? '')
    if (!situacion || !gate) throw new NoEncontrado({ recurso: 'la ejecución', id })
    try {
      await gate.access(request.raw)
    } catch (error) {
      // Whatever it is, it says how the canal wants to be asked.
      reply.header('www-authenticate', gate.challenge)
      throw error
    }
    return { id, situacion }
  }

  app.get('/ejecuciones/:id', PUBLIC, async (request, reply) => {
    const { id, situacion } = await find(request, reply)
    if (isUnended(situacion)) reply.header('retry-after', RETRY_SECONDS)
    return reply.header('cache-control', 'no-store').send(describeSituacion(id, situacion))
  })

  /** The answer as a synchronous canal would have given it. */
  app.get('/ejecuciones/:id/respuesta', PUBLIC, async (request, reply) => {
    const { id, situacion } = await find(request, reply)
    const respuesta = 'respuesta' in situacion ? situacion.respuesta : null
    if (!respuesta) return sendUnended(reply, id, situacion)
    const { estadoHttp: status, tipoContenido: contentType, cabeceras: headers, cuerpo: payload } = respuesta
    reply.hijack()
    sendAnswer(
      reply.raw,
      { status, contentType, headers, payload },
      { idEjecucion: id, etag: null, vary: 'Accept-Encoding' },
    )
  })
}

function sendUnended(reply: FastifyReply, id: string, situacion: Situacion) {
  return reply.code(202).header('retry-after', RETRY_SECONDS).send(describeSituacion(id, situacion))
}

function isUnended({ estado }: Situacion): boolean {
  return estado === 'en_cola' || estado === 'ejecutando' || estado === 'esperando'
}

function canalOf(situacion: Situacion): string | null {
  return 'trabajo' in situacion ? situacion.trabajo.canalId : situacion.canalId
}
