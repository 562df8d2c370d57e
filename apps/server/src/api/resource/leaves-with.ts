import type { FastifyReply } from 'fastify'

/** Aborted when whoever asked does not wait for the answer any more. */
export function leavesWith({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}
