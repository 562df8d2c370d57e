import { Binario, decimalOf, Fecha } from '@div/contract'
import type { BuiltIn } from '../model/schema.ts'
import { commonNumber, INTEGER_RANGES, isInRange, plainDecimal } from './numbers.ts'

/** How values of one type of the standard stand in a document (Datatypes 3). `undefined`: refused. */
export interface BuiltInForm {
  /** What was expected, in Spanish. */
  nombre: string
  whiteSpace: 'preserve' | 'replace' | 'collapse'
  /** Of text whose white space is as the type has it. */
  read(text: string): unknown
  write(value: unknown): string | undefined
  /** Of what most texts of it look like the same at once; `undefined`: that is for `read` to say. */
  readCommon?(text: string): unknown
  /** Nothing that it writes has to be escaped. */
  isSafe?: true
}

const TEXT: BuiltInForm = {
  nombre: 'un texto',
  whiteSpace: 'preserve',
  read: (text) => text,
  write: writeText,
}
const WORD: BuiltInForm = { ...TEXT, whiteSpace: 'collapse' }

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

const BOOLEAN: BuiltInForm = {
  nombre: 'verdadero o falso',
  isSafe: true,
  whiteSpace: 'collapse',
  // Some stacks write it as their language does.
  read: (text) => BOOLEANS.get(text.toLowerCase()),
  write: (value) => {
    const read = typeof value === 'boolean' ? value : BOOLEANS.get(String(value))
    return read === undefined ? undefined : String(read)
  },
}

const DECIMAL_TEXT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/
const DECIMAL: BuiltInForm = {
  nombre: 'un número',
  isSafe: true,
  whiteSpace: 'collapse',
  readCommon: commonNumber,
  read: (text) => (DECIMAL_TEXT.test(text) ? decimalOf(text) : undefined),
  write: plainDecimal,
}

const INTEGER_TEXT = /^[+-]?\d+$/
/** Characters of a whole number: making a bigint of millions of digits would stop the process. */
const MAX_INTEGER_LENGTH = 1_000

function integer(nombre: BuiltIn): BuiltInForm {
  const { min, max } = INTEGER_RANGES[nombre] ?? {}
  // A comparison with a bigint costs many times one of numbers.
  const least = min === undefined ? Number.NEGATIVE_INFINITY : Number(min)
  const most = max === undefined ? Number.POSITIVE_INFINITY : Number(max)
  const fits = (value: number | string) =>
    typeof value === 'number' ? value >= least && value <= most : isInRange(value, { min, max })
  return {
    nombre: 'un número entero',
    isSafe: true,
    whiteSpace: 'collapse',
    readCommon(text) {
      const number = commonNumber(text)
      return number !== undefined && Number.isInteger(number) && !text.includes('.') && fits(number)
        ? number
        : undefined
    },
    read(text) {
      if (text.length > MAX_INTEGER_LENGTH || !INTEGER_TEXT.test(text)) return undefined
      const number = Number(text)
      const value = Number.isSafeInteger(number) ? number : BigInt(text.replace(/^\+/, '')).toString()
      return fits(value) ? value : undefined
    },
    write(value) {
      if (typeof value === 'number' && Number.isSafeInteger(value))
        return fits(value) ? String(value + 0) : undefined
      const text = plainDecimal(value)
      if (text === undefined || text.length > MAX_INTEGER_LENGTH) return undefined
      return INTEGER_TEXT.test(text) && fits(text) ? text : undefined
    },
  }
}

/** Datatypes 3.2.4: what JSON has no number for stays the text that the standard has for it. */
const SPECIAL_FLOATS = new Set(['INF', '-INF', 'NaN'])
const FLOAT_TEXT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const FLOAT: BuiltInForm = {
  nombre: 'un número',
  isSafe: true,
  whiteSpace: 'collapse',
  readCommon: commonNumber,
  read(text) {
    if (SPECIAL_FLOATS.has(text)) return text
    return FLOAT_TEXT.test(text) ? Number(text) : undefined
  },
  write(value) {
    if (typeof value === 'number')
      return Number.isFinite(value) ? String(value) : Number.isNaN(value) ? 'NaN' : value > 0 ? 'INF' : '-INF'
    return typeof value === 'string' && (SPECIAL_FLOATS.has(value) || FLOAT_TEXT.test(value))
      ? value
      : undefined
  },
}

const ZONE = String.raw`(?:Z|[+-]\d{2}:\d{2})`
const DATE_TEXT = new RegExp(String.raw`^(-?\d{4,}-\d{2}-\d{2})${ZONE}?$`)
/** The day as it is written: the zone of a day does not make it another one. Years beyond four digits stay text. */
const DATE: BuiltInForm = {
  nombre: 'una fecha AAAA-MM-DD',
  isSafe: true,
  whiteSpace: 'collapse',
  read(text) {
    const day = DATE_TEXT.exec(text)?.[1]
    if (day === undefined) return undefined
    return day.length === 10 ? (Fecha.parse(day) ?? undefined) : text
  },
  write(value) {
    if (value instanceof Fecha) return value.toString()
    if (value instanceof Date) return value.toISOString().slice(0, 10)
    return typeof value === 'string' && DATE_TEXT.test(value) ? value : undefined
  },
}

const DATE_TIME_TEXT = new RegExp(String.raw`^-?\d{4,}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(${ZONE})?$`)
/** An instant where the zone is given; without one it would be a guess, and stays the text. */
const DATE_TIME: BuiltInForm = {
  nombre: 'una fecha y hora ISO 8601',
  isSafe: true,
  whiteSpace: 'collapse',
  read(text) {
    const match = DATE_TIME_TEXT.exec(text)
    if (!match) return undefined
    const isCommon = /^\d{4}-/.test(text)
    if (isCommon && Fecha.parse(text.slice(0, 10)) === null) return undefined
    if (match[1] === undefined || !isCommon) return text
    const date = new Date(text)
    return Number.isNaN(date.getTime()) ? undefined : date
  },
  write(value) {
    if (value instanceof Date) return value.toISOString()
    if (value instanceof Fecha) return `${value}T00:00:00Z`
    if (typeof value !== 'string') return undefined
    const text = value.replace(' ', 'T').replace(/z$/, 'Z')
    return DATE_TIME_TEXT.test(text) ? text : undefined
  },
}

function patternText(nombre: string, pattern: RegExp): BuiltInForm {
  return {
    nombre,
    whiteSpace: 'collapse',
    read: (text) => (pattern.test(text) ? text : undefined),
    write: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined),
  }
}
const partOfDate = (body: string) => patternText('una parte de una fecha', new RegExp(`^${body}${ZONE}?$`))

/** Looks for what may not stand there: an expression that repeats overflows its stack with some megabytes. */
function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return !/[^A-Za-z0-9+/]/.test(text.slice(0, text.length - padding))
}

const isHex = (text: string) => text.length % 2 === 0 && !/[^0-9A-Fa-f]/.test(text)

const BASE64: BuiltInForm = {
  nombre: 'un contenido en base64',
  isSafe: true,
  whiteSpace: 'collapse',
  read(text) {
    const base64 = text.includes(' ') ? text.replaceAll(' ', '') : text
    return isBase64(base64) ? new Binario(Buffer.from(base64, 'base64')) : undefined
  },
  write: (value) => bytesOf(value)?.toString('base64'),
}

const HEX: BuiltInForm = {
  nombre: 'un contenido en hexadecimal',
  isSafe: true,
  whiteSpace: 'collapse',
  read: (text) => (isHex(text) ? new Binario(Buffer.from(text, 'hex')) : undefined),
  write: (value) => bytesOf(value)?.toString('hex').toUpperCase(),
}

function bytesOf(value: unknown): Buffer | undefined {
  if (value instanceof Binario) return Buffer.from(value.bytes)
  if (value instanceof Uint8Array) return Buffer.from(value)
  return typeof value === 'string' && isBase64(value) ? Buffer.from(value, 'base64') : undefined
}

function writeText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value instanceof Date || value instanceof Fecha || value instanceof Binario
    ? value.toJSON()
    : undefined
}

/** QName and NOTATION depend on the prefixes in force: who reads them resolves those. */
const FORMS: Readonly<Record<BuiltIn, BuiltInForm>> = {
  anySimpleType: TEXT,
  string: TEXT,
  normalizedString: { ...TEXT, whiteSpace: 'replace' },
  token: WORD,
  language: WORD,
  NMTOKEN: WORD,
  NMTOKENS: WORD,
  Name: WORD,
  NCName: WORD,
  ID: WORD,
  IDREF: WORD,
  IDREFS: WORD,
  ENTITY: WORD,
  ENTITIES: WORD,
  boolean: BOOLEAN,
  decimal: DECIMAL,
  integer: integer('integer'),
  nonPositiveInteger: integer('nonPositiveInteger'),
  negativeInteger: integer('negativeInteger'),
  nonNegativeInteger: integer('nonNegativeInteger'),
  positiveInteger: integer('positiveInteger'),
  long: integer('long'),
  int: integer('int'),
  short: integer('short'),
  byte: integer('byte'),
  unsignedLong: integer('unsignedLong'),
  unsignedInt: integer('unsignedInt'),
  unsignedShort: integer('unsignedShort'),
  unsignedByte: integer('unsignedByte'),
  float: FLOAT,
  double: FLOAT,
  duration: patternText(
    'una duración ISO 8601',
    /^-?P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/,
  ),
  dateTime: DATE_TIME,
  time: patternText('una hora HH:MM:SS', new RegExp(String.raw`^\d{2}:\d{2}:\d{2}(?:\.\d+)?${ZONE}?$`)),
  date: DATE,
  gYearMonth: partOfDate(String.raw`-?\d{4,}-\d{2}`),
  gYear: partOfDate(String.raw`-?\d{4,}`),
  gMonthDay: partOfDate(String.raw`--\d{2}-\d{2}`),
  gDay: partOfDate(String.raw`---\d{2}`),
  gMonth: partOfDate(String.raw`--\d{2}(?:--)?`),
  hexBinary: HEX,
  base64Binary: BASE64,
  anyURI: WORD,
  QName: WORD,
  NOTATION: WORD,
}

export function formOf(builtIn: BuiltIn): BuiltInForm {
  return FORMS[builtIn]
}
