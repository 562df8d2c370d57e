import { Binario, decimalOf, Fecha, lookUp, type TipoDato } from '@div/contract'
import type { Zona } from '../sql/local-time.ts'
import { shortestFloat } from '../sql/shortest-float.ts'

type Types = typeof import('tedious')['TYPES']
type TypeName = keyof Types

/** A value and the type that it is bound with. */
export interface Bound {
  type: TypeName
  value: unknown
  options?: { length?: number; precision?: number; scale?: number }
}

const INT32 = 2 ** 31

/** Decimals beyond 15 digits come as text, which the database converts to the type of its column without loss. */
export function toSqlserver(value: unknown, zona: Zona): Bound {
  switch (typeof value) {
    case 'number':
      return ofNumber(value)
    case 'boolean':
      return { type: 'Bit', value }
    case 'object':
      return value === null ? { type: 'NVarChar', value: null } : ofObject(value, zona)
    default:
      return { type: 'NVarChar', value: value === undefined ? null : String(value) }
  }
}

function ofNumber(value: number): Bound {
  if (!Number.isSafeInteger(value)) return { type: 'Float', value }
  const isInt = value >= -INT32 && value < INT32
  return isInt ? { type: 'Int', value } : { type: 'BigInt', value: String(value) }
}

function ofObject(value: object, zona: Zona): Bound {
  // Columns without a zone hold the clock time of the servidor's zone.
  if (value instanceof Date)
    return { type: 'DateTime2', value: new Date(zona.toLocal(value.getTime())), options: { scale: 3 } }
  if (value instanceof Fecha) return { type: 'Date', value: new Date(value.toEpochMs()) }
  if (value instanceof Binario) return { type: 'VarBinary', value: Buffer.from(value.bytes) }
  return { type: 'NVarChar', value: JSON.stringify(value) }
}

/** A column of an answer, as far as its values depend on it. */
export interface Campo {
  colName: string
  type: { name: string }
  scale?: number | undefined
  dataLength?: number | undefined
}

type Convert = (value: unknown, zona: Zona, campo: Campo) => unknown

/** By the name of the type; values of the others are right as the driver reads them. */
const CONVERTERS: Readonly<Record<string, Convert>> = {
  BigInt: toWhole,
  IntN: toWhole,
  Real: toShortest,
  FloatN: (value, _zona, { dataLength }) => (dataLength === 4 ? toShortest(value) : value),
  ...byType(toDecimal, ['DecimalN', 'NumericN', 'Money', 'SmallMoney', 'MoneyN']),
  ...byType(toInstant, ['DateTime', 'SmallDateTime', 'DateTimeN', 'DateTime2']),
  Date: (value) => (value instanceof Date ? Fecha.fromEpochMs(value.getTime()) : value),
  Time: toClock,
  ...byType(toBinario, ['VarBinary', 'Binary', 'Image', 'UDT']),
  // Each value is of a type of its own.
  Variant: (value, zona) => (value instanceof Date ? toInstant(value, zona) : toBinario(value)),
}

function byType(convert: Convert, names: readonly string[]): Record<string, Convert> {
  return Object.fromEntries(names.map((name) => [name, convert]))
}

/** How the values of one column change, or null when they do not. */
export function converterOf({ type }: Campo): Convert | null {
  return lookUp(CONVERTERS, type.name) ?? null
}

/** BIGINT comes as text. */
function toWhole(value: unknown): unknown {
  const number = Number(value)
  return typeof value === 'string' && Number.isSafeInteger(number) ? number : value
}

function toShortest(value: unknown): unknown {
  return typeof value === 'number' ? shortestFloat(value) : value
}

function toDecimal(value: unknown): unknown {
  return typeof value === 'string' ? decimalOf(value) : value
}

/** The driver reads a clock time as if it were UTC. */
function toInstant(value: unknown, zona: Zona): unknown {
  return value instanceof Date ? new Date(zona.toInstant(value.getTime())) : value
}

/** What the driver adds to a time of day: what is smaller than a millisecond, in seconds. */
interface PreciseTime extends Date {
  nanosecondsDelta?: number
}

function toClock(value: unknown, _zona: Zona, { scale = 7 }: Campo): unknown {
  if (!(value instanceof Date)) return value
  const { nanosecondsDelta = 0 }: PreciseTime = value
  const fraction = Math.round(value.getUTCMilliseconds() * 1e4 + nanosecondsDelta * 1e7)
  const clock = value.toISOString().slice(11, 19)
  return scale === 0 ? clock : `${clock}.${String(fraction).padStart(7, '0').slice(0, scale)}`
}

function toBinario(value: unknown): unknown {
  return value instanceof Uint8Array ? new Binario(new Uint8Array(value)) : value
}

const TIPOS: Readonly<Record<string, TipoDato>> = {
  ...byTipo('entero', ['tinyint', 'smallint', 'int', 'bigint']),
  ...byTipo('decimal', ['decimal', 'numeric', 'money', 'smallmoney', 'float', 'real']),
  ...byTipo('fechaHora', ['datetime', 'smalldatetime', 'datetime2', 'datetimeoffset']),
  ...byTipo('binario', ['binary', 'varbinary', 'image', 'timestamp', 'rowversion']),
  bit: 'booleano',
  date: 'fecha',
  sql_variant: 'cualquiera',
}

function byTipo(tipo: TipoDato, natives: readonly string[]): Record<string, TipoDato> {
  return Object.fromEntries(natives.map((native) => [native, tipo]))
}

/** `nativo` as the catalogue names it, without its length. */
export function tipoDatoOf(nativo: string): TipoDato {
  return lookUp(TIPOS, nativo) ?? 'texto'
}

/** With which type an output parameter is asked for, by what it is declared as. */
const OUTPUTS: Readonly<Record<string, Omit<Bound, 'value'>>> = {
  tinyint: { type: 'TinyInt' },
  smallint: { type: 'SmallInt' },
  int: { type: 'Int' },
  bigint: { type: 'BigInt' },
  bit: { type: 'Bit' },
  float: { type: 'Float' },
  real: { type: 'Real' },
  // As text they go both ways without loss.
  decimal: { type: 'NVarChar', options: { length: 50 } },
  numeric: { type: 'NVarChar', options: { length: 50 } },
  money: { type: 'Decimal', options: { precision: 19, scale: 4 } },
  smallmoney: { type: 'Decimal', options: { precision: 19, scale: 4 } },
  date: { type: 'Date' },
  time: { type: 'Time', options: { scale: 7 } },
  datetime: { type: 'DateTime2', options: { scale: 3 } },
  smalldatetime: { type: 'DateTime2', options: { scale: 3 } },
  datetime2: { type: 'DateTime2', options: { scale: 7 } },
  datetimeoffset: { type: 'DateTimeOffset', options: { scale: 7 } },
  uniqueidentifier: { type: 'UniqueIdentifier' },
  binary: { type: 'VarBinary', options: { length: Number.POSITIVE_INFINITY } },
  varbinary: { type: 'VarBinary', options: { length: Number.POSITIVE_INFINITY } },
}
const TEXT: Omit<Bound, 'value'> = { type: 'NVarChar', options: { length: Number.POSITIVE_INFINITY } }

/** What an output parameter brings in and how it comes back. */
export function toOutput(value: unknown, nativo: string, zona: Zona): Bound {
  const output = lookUp(OUTPUTS, nativo) ?? TEXT
  const { value: bound } = toSqlserver(value, zona)
  return { ...output, value: bound !== null && DECIMALS.has(nativo) ? String(bound) : bound }
}

const DECIMALS = new Set(['decimal', 'numeric'])

/** Of the type that an output parameter is declared as. */
export function readOutput(
  value: unknown,
  { nativo, campo, zona }: { nativo: string; campo: Campo; zona: Zona },
) {
  if (value === null || value === undefined) return null
  if (DECIMALS.has(nativo)) return decimalOf(String(value))
  return converterOf(campo)?.(value, zona, campo) ?? value
}
