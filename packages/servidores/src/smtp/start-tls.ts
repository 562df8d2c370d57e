import type { Socket } from 'node:net'
import { readFirst } from '../sql/read-first.ts'

/** Asks for TLS on a new socket (RFC 3207, 4); whether the server agrees. */
export async function startSmtpTls(socket: Socket): Promise<boolean> {
  await readReply(socket)
  socket.write('EHLO div.localdomain\r\n')
  const offers = await readReply(socket)
  if (!/^250[ -]STARTTLS\s*$/im.test(offers)) return false
  socket.write('STARTTLS\r\n')
  return (await readReply(socket)).startsWith('220')
}

/** A reply ends with the line whose number is followed by a space (RFC 5321, 4.2.1). */
async function readReply(socket: Socket): Promise<string> {
  const reading = readFirst(socket, (received) =>
    /^\d{3} [^\n]*\n$/m.test(received.toString('latin1')) ? received.length : received.length + 1,
  )
  // The reply before left it paused.
  socket.resume()
  return (await reading).toString('latin1')
}
