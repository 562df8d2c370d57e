import type { Socket } from 'node:net'
import { readFirst } from '../sql/read-first.ts'

const HEADER_BYTES = 4
const ERROR_PACKET = 0xff
const CLIENT_PROTOCOL_41 = 0x200
const CLIENT_SSL = 0x800
const CLIENT_SECURE_CONNECTION = 0x8000
const UTF8MB4 = 45

/** Answers the greeting of a new socket by asking for TLS (MySQL's manual, connection phase); whether the server offers it. */
export async function startMysqlTls(socket: Socket): Promise<boolean> {
  const greeting = await readFirst(socket, (received) =>
    received.length < HEADER_BYTES ? HEADER_BYTES : HEADER_BYTES + received.readUIntLE(0, 3),
  )
  const said = greeting.subarray(HEADER_BYTES)
  // It may refuse to talk at all, as when it has too many connections.
  if (said[0] === ERROR_PACKET) throw new Error(`dijo: ${said.toString('utf8', 3)}`)
  if (!offersTls(said)) return false
  const request = Buffer.alloc(HEADER_BYTES + 32)
  request.writeUIntLE(32, 0, 3)
  // The greeting was packet 0.
  request.writeUInt8(1, 3)
  request.writeUInt32LE(CLIENT_PROTOCOL_41 | CLIENT_SSL | CLIENT_SECURE_CONNECTION, 4)
  request.writeUInt32LE(0xffffff, 8)
  request.writeUInt8(UTF8MB4, 12)
  socket.write(request)
  return true
}

/** Version of the protocol, the server's version as text that ends in NUL, then 4 + 8 + 1 bytes before the capabilities. */
function offersTls(greeting: Buffer): boolean {
  const end = greeting.indexOf(0, 1)
  const at = end + 1 + 4 + 8 + 1
  if (greeting[0] !== 10 || end === -1 || greeting.length < at + 2) return false
  return (greeting.readUInt16LE(at) & CLIENT_SSL) !== 0
}
