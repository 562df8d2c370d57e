import { PassThrough } from 'node:stream'
import { type EjecucionDeAgente, type EventoDeAgente, ejecucionDeAgenteSchema } from '@div/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

const EVENTOS = 'text/event-stream'
/** What whoever stands between is told: nothing is held back. */
const HEADERS = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' } as const

/** How a run is answered: whole, or with events as it goes on. */
export const EJECUCION_O_EVENTOS = {
  200: { mediaTypes: ['application/json', EVENTOS], schema: ejecucionDeAgenteSchema },
} as const

type Begin = (tell: (evento: EventoDeAgente) => void) => Promise<{ ended: Promise<EjecucionDeAgente> }>

/** Answers a run as whoever asks wants it. It goes on though nobody listens any more: it is stopped by name. */
export async function sendEjecucion(request: FastifyRequest, reply: FastifyReply, begin: Begin) {
  if (!request.headers.accept?.includes(EVENTOS)) {
    const { ended } = await begin(() => {})
    return ended
  }
  const stream = new PassThrough()
  const { ended } = await begin((evento) => {
    if (!stream.destroyed) stream.write(`event: ${evento.tipo}\ndata: ${JSON.stringify(evento)}\n\n`)
  })
  ended.then(
    () => stream.end(),
    (error: Error) => stream.destroy(error),
  )
  return reply.headers(HEADERS).type(`${EVENTOS}; charset=utf-8`).send(stream)
}
