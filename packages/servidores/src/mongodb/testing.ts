import { createServer, type Socket } from 'node:net'
import { BSON } from 'mongodb'

/* What of MongoDB's wire protocol a driver needs: no server of it can be started beside the tests. */

type Documento = BSON.Document
/** What a command is answered; a connection on which a command is not answered stays open. */
export type Respuesta = Documento | 'nada' | 'colgar'

export interface FakeMongod {
  config: { host: string; puerto: number }
  /** The commands that came, as Extended JSON, without those that the driver sends by itself. */
  comandos: Documento[]
  close(): Promise<void>
}

const HEADER = 16
const OP_REPLY = 1
const OP_QUERY = 2_004
const OP_MSG = 2_013
const OWN = new Set(['hello', 'ismaster', 'isMaster', 'endSessions'])
/** Of the driver, not of us. */
const SURROUNDINGS = new Set(['lsid', '$db', '$readPreference', 'maxTimeMS'])

/** A server that answers each command by its name. */
export async function openFakeMongod(
  answers: Readonly<Record<string, (comando: Documento) => Respuesta>>,
): Promise<FakeMongod> {
  const comandos: Documento[] = []
  const sockets = new Set<Socket>()

  function answer(comando: Documento): Respuesta {
    const [name = ''] = Object.keys(comando)
    if (!OWN.has(name)) comandos.push(withoutSurroundings(comando))
    if (name === 'hello' || name.toLowerCase() === 'ismaster') return HELLO
    return answers[name]?.(comando) ?? { ok: 1 }
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    let received: Buffer = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      while (received.length >= HEADER && received.length >= received.readInt32LE(0)) {
        const message = received.subarray(0, received.readInt32LE(0))
        received = received.subarray(message.length)
        const respuesta = answer(readCommand(message))
        if (respuesta === 'colgar') return void socket.destroy()
        if (respuesta !== 'nada') socket.write(writeReply(message, respuesta))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it has no port')
  return {
    config: { host: '127.0.0.1', puerto: address.port },
    comandos,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const HELLO = {
  ok: 1,
  ismaster: true,
  helloOk: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 25,
}

/** Answers the documents that a cursor still has, so many at a time. */
export function cursorOf(documentos: readonly Documento[], size: number) {
  const id = BSON.Long.fromNumber(77)
  let rest = documentos
  const next = () => {
    const batch = rest.slice(0, size)
    rest = rest.slice(size)
    return { batch, id: rest.length > 0 ? id : BSON.Long.ZERO }
  }
  return {
    first() {
      const { batch, id } = next()
      return { ok: 1, cursor: { id, ns: 'prueba.datos', firstBatch: batch } }
    },
    getMore() {
      const { batch, id } = next()
      return { ok: 1, cursor: { id, ns: 'prueba.datos', nextBatch: batch } }
    },
  }
}

function withoutSurroundings(comando: Documento): Documento {
  const own = Object.entries(comando).filter(([nombre]) => !SURROUNDINGS.has(nombre))
  return BSON.EJSON.serialize(Object.fromEntries(own), { relaxed: false })
}

function readCommand(message: Buffer): Documento {
  if (message.readInt32LE(12) === OP_QUERY) {
    const afterName = message.indexOf(0, HEADER + 4) + 1
    return readDocument(message, afterName + 8)
  }
  let comando: Documento = {}
  for (let at = HEADER + 4; at < message.length; ) {
    const size = message.readInt32LE(at + 1)
    // A body, or a list that stands beside it under its name.
    if (message[at] === 0) comando = { ...readDocument(message, at + 1), ...comando }
    else {
      const end = message.indexOf(0, at + 5)
      comando[message.toString('utf8', at + 5, end)] = readSequence(message, end + 1, at + 1 + size)
    }
    at += 1 + size
  }
  return comando
}

function readSequence(message: Buffer, start: number, end: number): Documento[] {
  const documentos: Documento[] = []
  for (let at = start; at < end; at += message.readInt32LE(at)) documentos.push(readDocument(message, at))
  return documentos
}

function readDocument(message: Buffer, at: number): Documento {
  return BSON.deserialize(message.subarray(at, at + message.readInt32LE(at)), {
    promoteValues: false,
    promoteBuffers: false,
  })
}

function writeReply(message: Buffer, respuesta: Documento): Buffer {
  const isQuery = message.readInt32LE(12) === OP_QUERY
  const body = BSON.serialize(respuesta)
  const before = isQuery ? replyFields() : Buffer.alloc(5)
  const header = Buffer.alloc(HEADER)
  header.writeInt32LE(HEADER + before.length + body.length, 0)
  header.writeInt32LE(message.readInt32LE(4), 8)
  header.writeInt32LE(isQuery ? OP_REPLY : OP_MSG, 12)
  return Buffer.concat([header, before, body])
}

/** Flags, cursor, place and number of documents. */
function replyFields(): Buffer {
  const fields = Buffer.alloc(20)
  fields.writeInt32LE(1, 16)
  return fields
}
