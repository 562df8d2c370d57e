import type { Socket } from 'node:net'
import { readReply } from '../read-reply.ts'

/** Asks for TLS on a new socket (RFC 4217, 4); whether the server agrees. */
export async function startFtpTls(socket: Socket): Promise<boolean> {
  await readReply(socket)
  socket.write('AUTH TLS\r\n')
  return (await readReply(socket)).startsWith('234')
}
