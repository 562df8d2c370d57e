import { z } from 'zod'
import type { MotorRegister } from '../motor.ts'

/** Whoever has the address may use it, once: it is signed, and names one node of one run. */
const PUBLIC = { config: { access: 'publico' } } as const
/** A named part of a path is at most 100 characters long; what stands for the rest of it is not. */
const paramsSchema = z.object({ '*': z.string() })

/** `POST /senales/{token}`: what a durable run waits for from outside. By GET nothing happens: whoever only looks at a link wakes nobody. */
export const registerSenales: MotorRegister = (app, { runtime }) => {
  app.post('/senales/*', PUBLIC, async (request, reply) => {
    const { '*': token } = paramsSchema.parse(request.params)
    await runtime.cola.esperas.signal(token, request.body ?? null)
    return reply.code(202).header('cache-control', 'no-store').send({ recibida: true })
  })
}
