import { Binario, decimalOf, Fecha, isPlainObject } from '@div/contract'
import { refuse } from '../refuse.ts'
import { parseInstant, UTC } from '../sql/local-time.ts'

/** The classes of the values that JSON does not have: those of the driver, which is loaded when connecting. */
export type Bson = Pick<
  typeof import('mongodb'),
  'Binary' | 'Decimal128' | 'Double' | 'Int32' | 'Long' | 'ObjectId' | 'UUID'
>

/** What a field can be said to hold where its JSON would be something else. */
export const TIPOS_BSON = [
  'objectId',
  'entero',
  'largo',
  'decimal',
  'doble',
  'fechaHora',
  'uuid',
  'binario',
] as const
export type TipoBson = (typeof TIPOS_BSON)[number]

/** As Extended JSON marks them. */
export const MARCAS: Readonly<Record<string, TipoBson>> = {
  $oid: 'objectId',
  $numberInt: 'entero',
  $numberLong: 'largo',
  $numberDecimal: 'decimal',
  $numberDouble: 'doble',
  $date: 'fechaHora',
  $uuid: 'uuid',
  $binary: 'binario',
}

/** Where a value comes from. */
export interface Origen {
  /** To refuse it. */
  campo: string
  bson: Bson
  /** What fields of a document hold, by their path. */
  tipos?: ReadonlyMap<string, TipoBson>
  /** The path of the value in its document. */
  ruta?: string
}

const DIGITS = /^[+-]?\d+$/
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/
const UUID_TEXT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const INT32 = 2 ** 31

/** A value as it is stored. Texts stay texts and objects stay objects: nothing of it is an operator (security rule 5). */
export function toBson(value: unknown, origen: Origen): unknown {
  if (value === undefined || value === null) return null
  const tipo = origen.tipos?.get(origen.ruta ?? '')
  if (tipo !== undefined) return toTipo(tipo, value, origen)
  if (typeof value === 'number') return ofNumber(value, origen.bson)
  if (typeof value !== 'object' || value instanceof Date) return value
  if (value instanceof Fecha) return new Date(value.toEpochMs())
  if (value instanceof Binario) return new origen.bson.Binary(Buffer.from(value.bytes))
  if (Array.isArray(value))
    return value.map((item, index) => toBson(item, { ...origen, campo: `${origen.campo}[${index}]` }))
  if (!isPlainObject(value)) throw refuse(origen.campo, 'Este valor no se puede guardar en un documento.')
  return toDocumento(value, origen)
}

/** As `toBson`, each field by its name. Throws DatosInvalidos for a name that would be an operator. */
export function toDocumento(value: Record<string, unknown>, origen: Origen): Record<string, unknown> {
  const { campo, ruta = '' } = origen
  return Object.fromEntries(
    Object.entries(value).map(([nombre, item]) => {
      checkNombre(nombre, campo)
      const place = { campo: `${campo}.${nombre}`, ruta: ruta === '' ? nombre : `${ruta}.${nombre}` }
      return [nombre, toBson(item, { ...origen, ...place })]
    }),
  )
}

/** Throws DatosInvalidos for a name that is no field's. */
export function checkNombre(nombre: string, campo: string): void {
  if (nombre === '_bsontype')
    throw refuse(
      campo,
      'Un documento no puede llevar el campo «_bsontype»: MongoDB lo reserva para sus tipos.',
    )
  if (nombre.startsWith('$') || nombre.includes('\0'))
    throw refuse(campo, `Un valor no puede llevar el campo «${nombre}»: los nombres con $ son operadores.`)
}

/** A whole number beyond 32 bits would go as floating point. */
function ofNumber(value: number, { Long }: Bson): unknown {
  return Number.isSafeInteger(value) && Math.abs(value) >= INT32 ? Long.fromNumber(value) : value
}

/** A value as the type that its field has; a list as that of each item. Throws DatosInvalidos. */
export function toTipo(tipo: TipoBson, value: unknown, origen: Origen): unknown {
  if (value === null || value === undefined) return null
  if (Array.isArray(value))
    return value.map((item, index) => toTipo(tipo, item, { ...origen, campo: `${origen.campo}[${index}]` }))
  checkTipo(tipo, value, origen.campo)
  return TIPOS[tipo].convert(value, origen.bson)
}

/** Throws DatosInvalidos for what is no value of the type. */
export function checkTipo(tipo: TipoBson, value: unknown, campo: string): void {
  const { admits, esperado } = TIPOS[tipo]
  if (!admits(value)) throw refuse(campo, `Se esperaba ${esperado}.`)
}

/** `parse` answers null for what is none. */
function defineTipo<Parsed>(
  esperado: string,
  parse: (value: unknown) => Parsed | null,
  make: (parsed: Parsed, bson: Bson) => unknown,
) {
  return {
    esperado,
    admits: (value: unknown): boolean => parse(value) !== null,
    convert(value: unknown, bson: Bson): unknown {
      const parsed = parse(value)
      return parsed === null ? null : make(parsed, bson)
    },
  }
}

const TIPOS: Readonly<Record<TipoBson, ReturnType<typeof defineTipo>>> = {
  objectId: defineTipo(
    'un ObjectId: 24 cifras hexadecimales',
    (value) => (typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value) ? value : null),
    (text, { ObjectId }) => new ObjectId(text),
  ),
  entero: defineTipo(
    'un número entero de 32 bits',
    (value) => toWhole(value, 32),
    (whole, { Int32 }) => new Int32(Number(whole)),
  ),
  largo: defineTipo(
    'un número entero de 64 bits',
    (value) => toWhole(value, 64),
    (whole, { Long }) => Long.fromBigInt(whole),
  ),
  decimal: defineTipo(
    'un número decimal de hasta 34 cifras',
    (value) => (isDecimal(String(value)) ? String(value) : null),
    (text, { Decimal128 }) => Decimal128.fromString(text),
  ),
  doble: defineTipo('un número', toDouble, (number, { Double }) => new Double(number)),
  fechaHora: defineTipo('una fecha u hora', toInstant, (date) => date),
  uuid: defineTipo(
    'un UUID',
    (value) => (typeof value === 'string' && UUID_TEXT.test(value) ? value : null),
    (text, { UUID }) => new UUID(text),
  ),
  binario: defineTipo(
    'un contenido binario o su base64',
    (value) => {
      const binario = typeof value === 'string' ? Binario.parse(value) : value
      return binario instanceof Binario ? binario : null
    },
    ({ bytes }, { Binary }) => new Binary(Buffer.from(bytes)),
  ),
}

function toWhole(value: unknown, bits: number): bigint | null {
  const isWhole = typeof value === 'number' ? Number.isSafeInteger(value) : DIGITS.test(textOrNone(value))
  if (!isWhole) return null
  const whole = BigInt(String(value).replace('+', ''))
  return BigInt.asIntN(bits, whole) === whole ? whole : null
}

function textOrNone(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Decimal128 has 34 digits. */
function isDecimal(text: string): boolean {
  const [mantissa = ''] = text.split(/[eE]/)
  return DECIMAL.test(text) && mantissa.replace(/\D/g, '').replace(/^0+/, '').length <= 34
}

function toDouble(value: unknown): number | null {
  const number = textOrNone(value).trim() === '' ? value : Number(value)
  return typeof number === 'number' && !Number.isNaN(number) ? number : null
}

function toInstant(value: unknown): Date | null {
  if (value instanceof Date) return value
  if (value instanceof Fecha) return new Date(value.toEpochMs())
  return typeof value === 'string' ? parseInstant(value, UTC) : null
}

/** A stored value as it flows between nodes. What JSON has no word for is its text. */
export function fromBson(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value ?? null
  if (Array.isArray(value)) return value.map(fromBson)
  if (!isStored(value)) return fromDocumento(value)
  const tipo = String(value._bsontype)
  return (Object.hasOwn(READERS, tipo) ? READERS[tipo]?.(value) : undefined) ?? String(value)
}

export function fromDocumento(documento: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(documento).map(([nombre, value]) => [nombre, fromBson(value)]))
}

/** What the classes of the driver offer, as far as it is read here: each has a part of it. */
interface Stored {
  _bsontype: unknown
  toString(): string
  toNumber(): number
  sub_type: number
  buffer: Uint8Array
  position: number
  value: string
  code: string
  pattern: string
  options: string
  toJSON(): object
  toUUID(): { toString(): string }
}

/** What only the classes of the driver have: a document may have a field of any name. */
const BSON_VERSION = Symbol.for('@@mdb.bson.version')

function isStored(value: object): value is Stored {
  return BSON_VERSION in value
}

const UUID_SUBTYPE = 4

const READERS: Readonly<Record<string, (stored: Stored) => unknown>> = {
  ObjectId: String,
  Long(stored) {
    const number = stored.toNumber()
    return Number.isSafeInteger(number) ? number : stored.toString()
  },
  Decimal128(stored) {
    const text = stored.toString()
    return DECIMAL.test(text) ? decimalOf(text) : text
  },
  // A copy: the driver's own is a part of the whole answer.
  Binary: (stored) =>
    stored.sub_type === UUID_SUBTYPE
      ? stored.toUUID().toString()
      : new Binario(Uint8Array.from(stored.buffer.subarray(0, stored.position))),
  UUID: String,
  Timestamp: String,
  MinKey: () => 'MinKey',
  MaxKey: () => 'MaxKey',
  Code: ({ code }) => code,
  BSONSymbol: ({ value }) => value,
  BSONRegExp: ({ pattern, options }) => `/${pattern}/${options}`,
  DBRef: (stored) => fromDocumento(stored.toJSON()),
}

const NATIVES: Readonly<Record<string, string>> = {
  ObjectId: 'objectId',
  Long: 'long',
  Decimal128: 'decimal',
  Binary: 'binData',
  UUID: 'uuid',
  Timestamp: 'timestamp',
  BSONRegExp: 'regex',
  DBRef: 'dbRef',
}

/** The type of a stored value, as the manual calls it. */
export function nativeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'double'
  if (typeof value !== 'object') return typeof value === 'boolean' ? 'bool' : typeof value
  if (value instanceof Date) return 'date'
  if (Array.isArray(value)) return 'array'
  if (!isStored(value)) return 'object'
  const tipo = String(value._bsontype)
  return (Object.hasOwn(NATIVES, tipo) ? NATIVES[tipo] : undefined) ?? tipo
}
