import { createServer, type Socket } from 'node:net'
import metadataParser from 'tedious/lib/metadata-parser.js'
import valueParser from 'tedious/lib/value-parser.js'

/* What of TDS (MS-TDS) a driver needs: no server of it can be started beside the tests. */

/** What the driver asked. */
export interface Pedido {
  /** A batch, or the name of a procedure. */
  texto: string
  parametros: { nombre: string; tipo: string; value: unknown; sale: boolean }[]
  esProcedimiento: boolean
  /** A batch, which shares what it sets with those that follow. */
  esDeSesion: boolean
}

/** The tokens of an answer. What is not answered is until it is cancelled. */
export type Respuesta = Buffer | 'nada' | 'colgar'

export interface FakeSqlserver {
  config: { host: string; puerto: number; usuario: string }
  /** What was asked, without what the driver says by itself. */
  pedidos: Pedido[]
  close(): Promise<void>
}

const HEADER = 8
const [RPC, ANSWER, ATTENTION, LOGIN, PRELOGIN] = [3, 4, 6, 16, 18]
const END_OF_MESSAGE = 1
/** Of a message that is given up before it was whole. */
const IGNORE = 2
const GIVEN_UP = 0
const SP_EXECUTESQL = 10

export async function openFakeSqlserver(
  answer: (pedido: Pedido) => Respuesta,
  login: Buffer = SIGNED_IN,
): Promise<FakeSqlserver> {
  const pedidos: Pedido[] = []
  const sockets = new Set<Socket>()

  function respond(type: number, message: Buffer): Respuesta {
    if (type === GIVEN_UP) return done()
    if (type === PRELOGIN) return PRELOGIN_ANSWER
    if (type === LOGIN) return login
    if (type === ATTENTION) return done({ isAttention: true })
    const pedido = type === RPC ? readRpc(message) : readBatch(message)
    // What the driver sets for its session.
    if (/^set (?:ansi|textsize)/i.test(pedido.texto)) return done()
    pedidos.push(pedido)
    return answer(pedido)
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    let isWaiting = false
    const take = messagesOf((type, message) => {
      const respuesta = respond(type, message)
      // Also what is cut short has an end of its own.
      if (type === ATTENTION && isWaiting) socket.write(packetsOf(done()))
      isWaiting = respuesta === 'nada'
      if (respuesta === 'colgar') socket.destroy()
      else if (respuesta !== 'nada') socket.write(packetsOf(respuesta))
    })
    socket.on('error', () => {}).on('data', take)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it has no port')
  return {
    config: { host: '127.0.0.1', puerto: address.port, usuario: 'sa' },
    pedidos,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Puts the packets of what comes together to messages. */
function messagesOf(tell: (type: number, message: Buffer) => void): (chunk: Buffer) => void {
  let received: Buffer = Buffer.alloc(0)
  let message: Buffer = Buffer.alloc(0)
  return (chunk) => {
    received = Buffer.concat([received, chunk])
    while (received.length >= HEADER && received.length >= received.readUInt16BE(2)) {
      const packet = received.subarray(0, received.readUInt16BE(2))
      received = received.subarray(packet.length)
      const whole = Buffer.concat([message, packet.subarray(HEADER)])
      const isLast = (packet.readUInt8(1) & END_OF_MESSAGE) !== 0
      message = isLast ? Buffer.alloc(0) : whole
      const isGivenUp = (packet.readUInt8(1) & IGNORE) !== 0
      if (isLast) tell(isGivenUp ? GIVEN_UP : packet.readUInt8(0), whole)
    }
  }
}

/** The longest message of one packet that the driver takes before another size is agreed. */
const PACKET = 4_096

function packetsOf(message: Buffer): Buffer {
  const packets: Buffer[] = []
  for (let at = 0; at < message.length || at === 0; at += PACKET - HEADER) {
    const part = message.subarray(at, at + PACKET - HEADER)
    const header = Buffer.alloc(HEADER)
    header.writeUInt8(ANSWER, 0)
    header.writeUInt8(at + part.length >= message.length ? END_OF_MESSAGE : 0, 1)
    header.writeUInt16BE(HEADER + part.length, 2)
    header.writeUInt8((packets.length + 1) & 0xff, 6)
    packets.push(header, part)
  }
  return Buffer.concat(packets)
}

/** Version, and that there is no encryption. */
const PRELOGIN_ANSWER = Buffer.from([...[0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff], ...[16, 0, 0, 0, 0, 0, 2]])

export function done({
  token = 0xfd,
  count,
  isAttention = false,
  isError = false,
  hasMore = false,
}: {
  token?: number
  count?: number
  isAttention?: boolean
  isError?: boolean
  hasMore?: boolean
} = {}): Buffer {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt8(token, 0)
  const flags =
    (count === undefined ? 0 : 0x10) | (isAttention ? 0x20 : 0) | (isError ? 2 : 0) | (hasMore ? 1 : 0)
  bytes.writeUInt16LE(flags, 1)
  bytes.writeBigUInt64LE(BigInt(count ?? 0), 5)
  return bytes
}

/** The end of a statement within a procedure, which is what one with parameters is. */
export const doneInProc = (count: number) => done({ token: 0xff, count, hasMore: true })
export const doneProc = () => done({ token: 0xfe })

const SIGNED_IN = Buffer.concat([
  token(0xad, Buffer.concat([Buffer.from([1, 0x74, 0, 0, 4]), shortText('SQL'), Buffer.from([16, 0, 0, 0])])),
  done(),
])

/** A refusal of the server. */
export function failure({
  number,
  message,
  severity = 14,
}: {
  number: number
  message: string
  severity?: number
}): Buffer {
  const head = Buffer.alloc(6)
  head.writeInt32LE(number, 0)
  head.writeUInt8(1, 4)
  head.writeUInt8(severity, 5)
  const length = Buffer.alloc(2)
  length.writeUInt16LE(message.length)
  const words = Buffer.concat([length, Buffer.from(message, 'ucs2')])
  return token(0xaa, Buffer.concat([head, words, shortText(''), shortText(''), Buffer.alloc(4)]))
}

/** A column: its name, its TYPE_INFO and, row by row, its values. */
export interface Columna {
  nombre: string
  tipo: Buffer
}

export function rows(columnas: readonly Columna[], filas: readonly (readonly Buffer[])[]): Buffer {
  const count = Buffer.alloc(2)
  count.writeUInt16LE(columnas.length)
  const described = columnas.map(({ nombre, tipo }) =>
    Buffer.concat([Buffer.alloc(6), tipo, shortText(nombre)]),
  )
  return Buffer.concat([
    Buffer.from([0x81]),
    count,
    ...described,
    ...filas.map((values) => Buffer.concat([Buffer.from([0xd1]), ...values])),
  ])
}

export function returnValue({ nombre, tipo }: Columna, value: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xac, 0, 0]),
    shortText(nombre),
    Buffer.from([1]),
    Buffer.alloc(6),
    tipo,
    value,
  ])
}

const COLLATION = Buffer.from([0x09, 0x04, 0xd0, 0x00, 0x34])

export const NVARCHAR = Buffer.concat([Buffer.from([0xe7, 0x40, 0x1f]), COLLATION])
export const INT = Buffer.from([0x26, 4])
export const BIT = Buffer.from([0x68, 1])

export function nvarchar(text: string | null): Buffer {
  if (text === null) return Buffer.from([0xff, 0xff])
  const length = Buffer.alloc(2)
  length.writeUInt16LE(text.length * 2)
  return Buffer.concat([length, Buffer.from(text, 'ucs2')])
}

export function int(value: number | null): Buffer {
  if (value === null) return Buffer.from([0])
  const bytes = Buffer.alloc(5)
  bytes.writeUInt8(4, 0)
  bytes.writeInt32LE(value, 1)
  return bytes
}

export const bit = (value: boolean) => Buffer.from([1, value ? 1 : 0])

function shortText(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'ucs2')])
}

function token(type: number, body: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16LE(body.length)
  return Buffer.concat([Buffer.from([type]), length, body])
}

function readBatch(message: Buffer): Pedido {
  const texto = message.subarray(message.readUInt32LE(0)).toString('ucs2')
  return { texto, parametros: [], esProcedimiento: false, esDeSesion: true }
}

function readRpc(message: Buffer): Pedido {
  let at = message.readUInt32LE(0)
  const nameLength = message.readUInt16LE(at)
  at += 2
  const isNumbered = nameLength === 0xffff
  const procedure = isNumbered ? message.readUInt16LE(at) : message.toString('ucs2', at, at + nameLength * 2)
  at += (isNumbered ? 2 : nameLength * 2) + 2
  const parametros: Pedido['parametros'] = []
  while (at < message.length) {
    const read = readParametro(message, at)
    parametros.push(read.parametro)
    at = read.end
  }
  if (procedure !== SP_EXECUTESQL)
    return { texto: String(procedure), parametros, esProcedimiento: true, esDeSesion: false }
  // Its first two are the statement and the types of the others.
  return {
    texto: String(parametros[0]?.value),
    parametros: parametros.slice(2),
    esProcedimiento: false,
    esDeSesion: false,
  }
}

type Options = Parameters<typeof metadataParser.readMetadata>[2]
type Source = Parameters<InstanceType<typeof valueParser.PLPReader>['read']>[0]

/** The driver's own reading: what a parameter and a column are written as is the same. */
function readParametro(message: Buffer, at: number) {
  const nameEnd = at + 1 + message.readUInt8(at) * 2
  const nombre = message.toString('ucs2', at + 1, nameEnd)
  const sale = (message.readUInt8(nameEnd) & 1) === 1
  const rest = Buffer.concat([Buffer.alloc(6), message.subarray(nameEnd + 1)])
  // Only what reading a value asks for.
  const options = { tdsVersion: '7_4', useUTC: true, lowerCaseGuids: false } as Options
  const { value: metadata, offset } = metadataParser.readMetadata(rest, 0, options)
  const source = { buffer: rest, position: offset, options } as Source
  let value: unknown
  if (valueParser.isPLPStream(metadata)) value = new valueParser.PLPReader(metadata).read(source)
  else ({ value, offset: source.position } = valueParser.readValue(rest, offset, metadata, options))
  return {
    parametro: { nombre, tipo: metadata.type.name, value, sale },
    end: nameEnd + 1 + source.position - 6,
  }
}
