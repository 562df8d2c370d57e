import { Readable } from 'node:stream'
import type { EventoDeChat } from '@div/contract'
import type { FastifyReply } from 'fastify'

/** What whoever stands between is told: nothing is held back. */
const HEADERS = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' } as const

/** Answers with events (text/event-stream), each as soon as it is known. `follow` is told when nobody listens any more. */
export function sendEventos(
  reply: FastifyReply,
  follow: (gone: AbortSignal) => AsyncIterable<EventoDeChat | null>,
): FastifyReply {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return reply
    .headers(HEADERS)
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(writeEventos(follow(gone.signal))))
}

async function* writeEventos(eventos: AsyncIterable<EventoDeChat | null>): AsyncIterable<string> {
  for await (const evento of eventos)
    yield evento === null ? ': \n\n' : `event: ${evento.tipo}\ndata: ${JSON.stringify(evento)}\n\n`
}
