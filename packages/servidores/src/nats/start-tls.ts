import type { Socket } from 'node:net'
import { readFirst } from '../sql/read-first.ts'

/** The server begins with a line about itself, and TLS follows it where the server has any (NATS client protocol, INFO). */
export async function startNatsTls(socket: Socket): Promise<boolean> {
  const line = await readFirst(socket, (received) =>
    received.includes('\n') ? received.length : received.length + 1,
  )
  return /"tls_(?:required|available)":true/.test(line.toString('utf8'))
}
