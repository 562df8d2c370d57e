import type { Socket } from 'node:net'
import { readFirst } from '../sql/read-first.ts'

/** Asks for TLS on a new socket (RFC 3501, 6.2.1); whether the server agrees. */
export async function startImapTls(socket: Socket): Promise<boolean> {
  await readUntil(socket, /^\* [^\n]*\n/)
  socket.write('a STARTTLS\r\n')
  return /^a OK/m.test(await readUntil(socket, /^a [^\n]*\n/m))
}

async function readUntil(socket: Socket, whole: RegExp): Promise<string> {
  const reading = readFirst(socket, (received) =>
    whole.test(received.toString('latin1')) ? received.length : received.length + 1,
  )
  // The answer before left it paused.
  socket.resume()
  return (await reading).toString('latin1')
}
