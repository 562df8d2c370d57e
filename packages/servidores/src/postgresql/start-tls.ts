import type { Socket } from 'node:net'
import { readFirst } from '../sql/read-first.ts'

const YES = 'S'

/** Asks for TLS on a new socket (PostgreSQL's manual, 54.2.10); whether the server agrees. */
export async function startPgTls(socket: Socket): Promise<boolean> {
  const request = Buffer.alloc(8)
  request.writeInt32BE(8, 0)
  request.writeInt32BE(80_877_103, 4)
  socket.write(request)
  // More than the one byte would be said before anybody could know who speaks.
  return (await readFirst(socket, () => 1)).toString('latin1') === YES
}
