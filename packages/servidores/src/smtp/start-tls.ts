import type { Socket } from 'node:net'
import { readReply } from '../read-reply.ts'

/** Asks for TLS on a new socket (RFC 3207, 4); whether the server agrees. */
export async function startSmtpTls(socket: Socket): Promise<boolean> {
  await readReply(socket)
  socket.write('EHLO div.localdomain\r\n')
  const offers = await readReply(socket)
  if (!/^250[ -]STARTTLS\s*$/im.test(offers)) return false
  socket.write('STARTTLS\r\n')
  return (await readReply(socket)).startsWith('220')
}
