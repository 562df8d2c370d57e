import type { Socket } from 'node:net'
import { readFirst } from '../sql/read-first.ts'

/** An extended request of that name, as message 1 (RFC 4511, 4.12 and 4.14). */
const REQUEST = Buffer.concat([
  Buffer.of(0x30, 0x1d, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, 0x16),
  Buffer.from('1.3.6.1.4.1.1466.20037'),
])
/** Its answer, whose result is success; lengths have one byte or, as Active Directory writes them, five. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are bytes, not characters
const SUCCESS = /^\x30[\s\S]*\x78(?:[\0-\x7f]|\x84[\s\S]{4})\x0a\x01\0/

/** Asks for TLS on a new socket; whether the server agrees. */
export async function startLdapTls(socket: Socket): Promise<boolean> {
  socket.write(REQUEST)
  const answer = await readFirst(socket, lengthOf)
  return SUCCESS.test(answer.toString('latin1'))
}

/** Of the message that begins here; more than there is while its length is not known. */
function lengthOf(received: Buffer): number {
  const [, first] = received
  if (first === undefined) return received.length + 1
  if (first < 0x80) return 2 + first
  const bytes = first - 0x80
  if (received.length < 2 + bytes) return received.length + 1
  return 2 + bytes + received.readUIntBE(2, Math.min(bytes, 6))
}
