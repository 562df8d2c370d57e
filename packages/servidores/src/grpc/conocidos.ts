import { isPlainObject } from '@div/contract'

/** A type of Google's that JSON has a simpler form for (Protocol Buffers, JSON mapping). */
interface Conocido {
  /** The message that a value means; undefined: it is none. */
  open(value: unknown): Record<string, unknown> | undefined
  close(mensaje: Readonly<Record<string, unknown>>): unknown
}

const wrapper: Conocido = {
  open: (value) => ({ value }),
  close: ({ value }) => value,
}

const list: Conocido = {
  open: (value) => (Array.isArray(value) ? { values: value } : undefined),
  close: ({ values }) => values,
}

const struct: Conocido = {
  open: (value) => (isPlainObject(value) ? { fields: value } : undefined),
  close: ({ fields }) => fields,
}

const anyValue: Conocido = {
  open(value) {
    if (value === null) return { nullValue: 0 }
    if (typeof value === 'number') return { numberValue: value }
    if (typeof value === 'string') return { stringValue: value }
    if (typeof value === 'boolean') return { boolValue: value }
    if (Array.isArray(value)) return { listValue: value }
    if (isPlainObject(value)) return { structValue: value }
    // Dates and bytes say themselves what they are in JSON.
    return { stringValue: String(value) }
  },
  close: ({ numberValue, stringValue, boolValue, listValue, structValue }) =>
    numberValue ?? stringValue ?? boolValue ?? listValue ?? structValue ?? null,
}

const NANOS = 1_000_000_000n

const timestamp: Conocido = {
  open(value) {
    const text = value instanceof Date ? value.toISOString() : String(value)
    const match = /^(.+T\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(text)
    const day = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : null
    const millis = Date.parse(match ? `${match[1]}${match[3]}` : (day ?? ''))
    if (Number.isNaN(millis)) return undefined
    return { seconds: String(millis / 1_000), nanos: Number((match?.[2] ?? '').padEnd(9, '0')) }
  },
  /** A date of JavaScript holds milliseconds: what has more digits is told as text. */
  close({ seconds, nanos }) {
    const millis = Number(seconds) * 1_000
    const date = new Date(millis + Math.trunc(Number(nanos) / 1_000_000))
    if (Number.isNaN(date.getTime())) return { seconds, nanos }
    if (Number(nanos) % 1_000_000 === 0) return date
    return `${new Date(millis).toISOString().slice(0, 19)}.${String(nanos).padStart(9, '0')}Z`
  },
}

const duration: Conocido = {
  open(value) {
    const match = /^(-?)(\d{1,12})(?:\.(\d{1,9}))?s?$/.exec(String(value))
    if (!match) return undefined
    const [, sign, seconds = '0', nanos = ''] = match
    const minus = sign === '' ? '' : '-'
    return { seconds: `${minus}${seconds}`, nanos: Number(`${minus}${nanos.padEnd(9, '0')}`) }
  },
  close({ seconds, nanos }) {
    const total = BigInt(String(seconds)) * NANOS + BigInt(String(nanos))
    const size = total < 0n ? -total : total
    const rest = String(size % NANOS)
      .padStart(9, '0')
      .replace(/0+$/, '')
    return `${total < 0n ? '-' : ''}${size / NANOS}${rest === '' ? '' : `.${rest}`}s`
  },
}

const fieldMask: Conocido = {
  open: (value) => (typeof value === 'string' ? { paths: value === '' ? [] : value.split(',') } : undefined),
  close: ({ paths }) => (Array.isArray(paths) ? paths.join(',') : ''),
}

const TYPES: Readonly<Record<string, Conocido>> = {
  Timestamp: timestamp,
  Duration: duration,
  FieldMask: fieldMask,
  Struct: struct,
  Value: anyValue,
  ListValue: list,
  DoubleValue: wrapper,
  FloatValue: wrapper,
  Int64Value: wrapper,
  UInt64Value: wrapper,
  Int32Value: wrapper,
  UInt32Value: wrapper,
  BoolValue: wrapper,
  StringValue: wrapper,
  BytesValue: wrapper,
}

const PACKAGE = 'google.protobuf.'

/** Null: a message like any other. */
export function conocidoOf(nombre: string): Conocido | null {
  const name = nombre.startsWith(PACKAGE) ? nombre.slice(PACKAGE.length) : ''
  return Object.hasOwn(TYPES, name) ? (TYPES[name] ?? null) : null
}
