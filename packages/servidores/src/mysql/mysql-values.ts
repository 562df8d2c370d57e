import { Binario, decimalOf, Fecha, type Limits, lookUp, readExactJson, type TipoDato } from '@div/contract'
import type { TypedParameter } from 'mysql2'
import { formatLocal, parseInstant, type Zona } from '../sql/local-time.ts'
import { shortestFloat } from '../sql/shortest-float.ts'

/** What travels with a statement. */
export type Bindable = string | number | null | Buffer | ReturnType<(typeof TypedParameter)['LONGLONG']>

/** Whole numbers travel as such: LIMIT takes no others, and the driver would send them as floating point. */
export function toMysql(value: unknown, zona: Zona, typed: typeof TypedParameter): Bindable {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return Number.isSafeInteger(value) ? typed.LONGLONG(value) : value
    case 'boolean':
      return typed.TINY(value ? 1 : 0)
    case 'object':
      return value === null ? null : ofObject(value, zona)
    default:
      return null
  }
}

function ofObject(value: object, zona: Zona): string | Buffer {
  if (value instanceof Date) return formatLocal(value, zona)
  if (value instanceof Fecha) return value.toString()
  if (value instanceof Binario) {
    return Buffer.from(value.bytes.buffer, value.bytes.byteOffset, value.bytes.byteLength)
  }
  return JSON.stringify(value)
}

/** A column of an answer, as far as its values depend on it (MySQL's manual, protocol: column definition). */
export interface Campo {
  name: string
  columnType?: number
  columnLength?: number
  /** What MariaDB tells beside the type: its JSON is a text. */
  extendedFormat?: string
}

/** How the values of one connection are read. */
export interface LecturaMysql {
  zona: Zona
  limits: Pick<Limits, 'profundidad'>
}

type Convert = (value: unknown, lectura: LecturaMysql) => unknown

const BINARY_BIT = 16

/** By the number of the type; values of the others are right as the driver reads them. */
const CONVERTERS: Readonly<Record<number, Convert>> = {
  0: toDecimal,
  4: (value) => (typeof value === 'number' ? shortestFloat(value) : value),
  7: toInstant,
  10: (value) => (typeof value === 'string' ? (Fecha.parse(value) ?? value) : value),
  12: toInstant,
  245: toJson,
  246: toDecimal,
  249: toBinario,
  250: toBinario,
  251: toBinario,
  252: toBinario,
  253: toBinario,
  254: toBinario,
}

/** How the values of one column change, or null when they do not. */
export function converterOf({ columnType = -1, columnLength, extendedFormat }: Campo): Convert | null {
  if (extendedFormat === 'json') return toJson
  // TINYINT(1) is how the system writes BOOLEAN.
  if (columnType === 1 && columnLength === 1) return (value) => value !== 0
  if (columnType === BINARY_BIT) return columnLength === 1 ? toBit : toBinario
  return CONVERTERS[columnType] ?? null
}

/** The driver is told to leave it as it was written: it would round, and follow any depth. */
function toJson(value: unknown, { limits }: LecturaMysql): unknown {
  return typeof value === 'string' ? readExactJson(value, limits) : value
}

function toDecimal(value: unknown): unknown {
  return typeof value === 'string' ? decimalOf(value) : value
}

/** Days such as `0000-00-00` are no instant; they stay what the database wrote. */
function toInstant(value: unknown, { zona }: Pick<LecturaMysql, 'zona'>): unknown {
  return typeof value === 'string' ? (parseInstant(value, zona) ?? value) : value
}

/** Columns of bytes arrive as buffers, those of text as text. */
function toBinario(value: unknown): unknown {
  return value instanceof Uint8Array ? new Binario(new Uint8Array(value)) : value
}

function toBit(value: unknown): unknown {
  return value instanceof Uint8Array ? value[0] === 1 : value
}

const TIPOS: Readonly<Record<string, TipoDato>> = {
  ...byTipo('entero', ['smallint', 'mediumint', 'int', 'bigint', 'year', 'tinyint']),
  ...byTipo('decimal', ['decimal', 'float', 'double']),
  ...byTipo('fechaHora', ['datetime', 'timestamp']),
  ...byTipo('binario', ['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'bit']),
  date: 'fecha',
  json: 'cualquiera',
}

function byTipo(tipo: TipoDato, natives: readonly string[]): Record<string, TipoDato> {
  return Object.fromEntries(natives.map((native) => [native, tipo]))
}

/** `nativo` as the catalogue spells it: `tinyint(1)`, `decimal(10,2)`. */
export function tipoDatoOf(nativo: string): TipoDato {
  if (/^(?:tinyint|bit)\(1\)/.test(nativo)) return 'booleano'
  return lookUp(TIPOS, /^\w+/.exec(nativo)?.[0] ?? '') ?? 'texto'
}

/** Values of user variables lost their type: what an output parameter is declared as gives it back. */
export function readOutput(value: unknown, nativo: string, lectura: LecturaMysql): unknown {
  if (value === null) return null
  switch (tipoDatoOf(nativo)) {
    case 'booleano':
      return Number(value) === 1
    case 'decimal':
      return decimalOf(String(value))
    case 'fecha':
      return Fecha.parse(String(value)) ?? value
    case 'fechaHora':
      return toInstant(value, lectura)
    case 'cualquiera':
      return readExactJson(String(value), lectura.limits)
    case 'binario':
      return new Binario(value instanceof Uint8Array ? new Uint8Array(value) : Buffer.from(String(value)))
    default:
      return value
  }
}
