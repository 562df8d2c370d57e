import type { Socket } from 'node:net'
import { readFirst } from './sql/read-first.ts'

/** One reply, whole: it ends with the line whose number is followed by a space (RFC 5321, 4.2.1; RFC 959, 4.2). */
export async function readReply(socket: Socket): Promise<string> {
  const reading = readFirst(socket, (received) =>
    /^\d{3} [^\n]*\n$/m.test(received.toString('latin1')) ? received.length : received.length + 1,
  )
  // The reply before left it paused.
  socket.resume()
  return (await reading).toString('latin1')
}
