/** A span as its receiver reads it. */
export interface SpanRecibido {
  traceId: string
  spanId: string
  /** Empty: it begins the trace. */
  parentSpanId: string
  traceState: string
  name: string
  startNanos: bigint
  endNanos: bigint
  /** 0: nothing is said, 1: well, 2: badly. */
  statusCode: number
  atributos: Readonly<Record<string, string>>
}

type Value = bigint | Buffer
/** A message of protobuf: the values of each field, by its number. */
type Message = ReadonlyMap<number, readonly Value[]>

const VARINT = 0
const FIXED_64 = 1
const BYTES = 2
const FIXED_32 = 5

/** The spans of a request that an exporter of OTLP sends as protobuf (opentelemetry/proto/trace/v1/trace.proto). */
export function readSpans(body: Buffer): SpanRecibido[] {
  return messagesOf(readMessage(body), 1).flatMap((resource) =>
    messagesOf(resource, 2).flatMap((scope) => messagesOf(scope, 2).map(toSpan)),
  )
}

function toSpan(span: Message): SpanRecibido {
  const [status] = messagesOf(span, 15)
  return {
    traceId: bytesOf(span, 1).toString('hex'),
    spanId: bytesOf(span, 2).toString('hex'),
    traceState: bytesOf(span, 3).toString(),
    parentSpanId: bytesOf(span, 4).toString('hex'),
    name: bytesOf(span, 5).toString(),
    startNanos: numberOf(span, 7),
    endNanos: numberOf(span, 8),
    statusCode: status ? Number(numberOf(status, 3)) : 0,
    atributos: Object.fromEntries(
      messagesOf(span, 9).map((each) => {
        const [value] = messagesOf(each, 2)
        return [bytesOf(each, 1).toString(), value ? bytesOf(value, 1).toString() : '']
      }),
    ),
  }
}

function readMessage(body: Buffer): Message {
  const fields = new Map<number, Value[]>()
  let at = 0
  function varint(): bigint {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = body.readUInt8(at++)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  function take(length: number): Buffer {
    const start = at
    at += length
    if (at > body.length) throw new Error('cut in the middle of a field')
    return body.subarray(start, at)
  }
  function read(wire: number): Value {
    switch (wire) {
      case VARINT:
        return varint()
      case FIXED_64:
        return take(8).readBigUInt64LE()
      case FIXED_32:
        return BigInt(take(4).readUInt32LE())
      case BYTES:
        return take(Number(varint()))
      default:
        throw new Error(`no wire type of protobuf: ${wire}`)
    }
  }
  while (at < body.length) {
    const tag = Number(varint())
    const field = tag >> 3
    fields.set(field, [...(fields.get(field) ?? []), read(tag & 7)])
  }
  return fields
}

function messagesOf(message: Message, field: number): Message[] {
  return (message.get(field) ?? []).map((value) => readMessage(value as Buffer))
}

function bytesOf(message: Message, field: number): Buffer {
  return (message.get(field)?.[0] ?? Buffer.alloc(0)) as Buffer
}

function numberOf(message: Message, field: number): bigint {
  return (message.get(field)?.[0] ?? 0n) as bigint
}
