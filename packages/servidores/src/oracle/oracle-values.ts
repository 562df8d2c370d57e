import { Binario, decimalOf, Fecha, lookUp, type TipoDato } from '@div/contract'
import type { BindParameter, DbType, FetchTypeResponse, Metadata } from 'oracledb'
import { formatLocal, type Zona } from '../sql/local-time.ts'
import { shortestFloat } from '../sql/shortest-float.ts'

/** The part of the driver that names types. */
export type Oracledb = typeof import('oracledb')

/** What a column is described by, as far as its values depend on it. */
export type Campo = Pick<Metadata<unknown>, 'name' | 'dbColumnName' | 'dbTypeName'>

/** Decimals beyond 15 digits come as text, which the session converts without loss. */
export function toOracle(value: unknown, zona: Zona, driver: Oracledb): BindParameter {
  switch (typeof value) {
    // Before version 23 SQL has no truth values.
    case 'boolean':
      return { val: value ? 1 : 0, type: driver.DB_TYPE_NUMBER }
    case 'number':
      return { val: value, type: driver.DB_TYPE_NUMBER }
    case 'object':
      return value === null ? nothing(driver) : ofObject(value, zona, driver)
    case 'undefined':
      return nothing(driver)
    default:
      return { val: String(value), type: driver.DB_TYPE_VARCHAR }
  }
}

function nothing(driver: Oracledb): BindParameter {
  return { val: null, type: driver.DB_TYPE_VARCHAR }
}

function ofObject(value: object, zona: Zona, driver: Oracledb): BindParameter {
  if (value instanceof Date) return { val: toClock(value, zona), type: driver.DB_TYPE_TIMESTAMP }
  if (value instanceof Fecha) {
    const { year, month, day } = value
    return { val: new Date(year, month - 1, day), type: driver.DB_TYPE_DATE }
  }
  if (value instanceof Binario) return { val: Buffer.from(value.bytes), type: driver.DB_TYPE_RAW }
  return { val: JSON.stringify(value), type: driver.DB_TYPE_VARCHAR }
}

/** The driver writes the clock of its own process: the one of the zone, as if it were there. */
function toClock(value: Date, zona: Zona): Date {
  return new Date(formatLocal(value, zona).replace(' ', 'T'))
}

/** The driver reads a clock time as one of its own process. */
function fromClock(value: unknown, zona: Zona): unknown {
  if (!(value instanceof Date)) return value
  const clock = new Date(0)
  clock.setUTCFullYear(value.getFullYear(), value.getMonth(), value.getDate())
  clock.setUTCHours(value.getHours(), value.getMinutes(), value.getSeconds(), value.getMilliseconds())
  return new Date(zona.toInstant(clock.getTime()))
}

/** Which types are asked for as something else: numbers as text, which loses nothing, and large objects as their content. */
export function fetchTypesOf(driver: Oracledb): (campo: Metadata<unknown>) => FetchTypeResponse | undefined {
  const types: Readonly<Record<string, DbType>> = {
    NUMBER: driver.DB_TYPE_VARCHAR,
    CLOB: driver.DB_TYPE_VARCHAR,
    NCLOB: driver.DB_TYPE_NVARCHAR,
    BLOB: driver.DB_TYPE_RAW,
  }
  return ({ dbTypeName = '' }) => {
    const type = types[dbTypeName]
    return type === undefined ? undefined : { type }
  }
}

type Convert = (value: unknown, zona: Zona) => unknown

/** By the name of the type; values of the others are right as the driver reads them. */
const CONVERTERS: Readonly<Record<string, Convert>> = {
  NUMBER: toDecimal,
  BINARY_FLOAT: (value) => (typeof value === 'number' ? shortestFloat(value) : value),
  DATE: fromClock,
  TIMESTAMP: fromClock,
  RAW: toBinario,
  'LONG RAW': toBinario,
  BLOB: toBinario,
}

export function converterOf({ dbTypeName = '' }: Campo): Convert | null {
  return lookUp(CONVERTERS, dbTypeName) ?? null
}

/** `.5` is how Oracle writes a half. */
function toDecimal(value: unknown): unknown {
  return typeof value === 'string' ? decimalOf(value.replace(/^(-?)\./, '$10.')) : value
}

function toBinario(value: unknown): unknown {
  return value instanceof Uint8Array ? new Binario(new Uint8Array(value)) : value
}

/** The most that a text or bytes in a parameter may hold. */
const MAX_SIZE = 32_767

/** With which type a value comes back in a parameter, by what the catalogue or a description names it. */
export function outputOf(nativo: string, driver: Oracledb): { type: DbType; maxSize?: number } {
  if (/^(?:NUMBER|INTEGER|FLOAT|PLS_INTEGER|BINARY_INTEGER|DECIMAL|SMALLINT)/.test(nativo))
    return { type: driver.DB_TYPE_VARCHAR, maxSize: 200 }
  if (/TIME ZONE/.test(nativo)) return { type: driver.DB_TYPE_TIMESTAMP_TZ }
  if (/^(?:DATE|TIMESTAMP)/.test(nativo)) return { type: driver.DB_TYPE_TIMESTAMP }
  if (/RAW/.test(nativo)) return { type: driver.DB_TYPE_RAW, maxSize: MAX_SIZE }
  const other: Readonly<Record<string, DbType>> = {
    'REF CURSOR': driver.DB_TYPE_CURSOR,
    'PL/SQL BOOLEAN': driver.DB_TYPE_BOOLEAN,
    BOOLEAN: driver.DB_TYPE_BOOLEAN,
    BINARY_DOUBLE: driver.DB_TYPE_BINARY_DOUBLE,
    BINARY_FLOAT: driver.DB_TYPE_BINARY_FLOAT,
    CLOB: driver.DB_TYPE_CLOB,
    NCLOB: driver.DB_TYPE_NCLOB,
    BLOB: driver.DB_TYPE_BLOB,
  }
  const type = other[nativo]
  return type === undefined ? { type: driver.DB_TYPE_VARCHAR, maxSize: MAX_SIZE } : { type }
}

/** What came back in a parameter of that type. */
export function readOutput(value: unknown, nativo: string, zona: Zona): unknown {
  if (value === null || value === undefined) return null
  if (tipoDatoOf(nativo) === 'fechaHora') return /TIME ZONE/.test(nativo) ? value : fromClock(value, zona)
  if (value instanceof Uint8Array) return toBinario(value)
  return /^(?:entero|decimal)$/.test(tipoDatoOf(nativo)) ? toDecimal(value) : value
}

/** `nativo` as the catalogue names it: `NUMBER(10,2)`, `TIMESTAMP(6) WITH TIME ZONE`. */
export function tipoDatoOf(nativo: string): TipoDato {
  if (/^(?:INTEGER|PLS_INTEGER|BINARY_INTEGER|SMALLINT)|^NUMBER\(\d+(?:,0)?\)/.test(nativo)) return 'entero'
  if (/^(?:NUMBER|FLOAT|DECIMAL|BINARY_DOUBLE|BINARY_FLOAT)/.test(nativo)) return 'decimal'
  if (/^(?:DATE|TIMESTAMP)/.test(nativo)) return 'fechaHora'
  if (/RAW|^BLOB|^BFILE/.test(nativo)) return 'binario'
  if (/BOOLEAN/.test(nativo)) return 'booleano'
  return nativo === 'JSON' ? 'cualquiera' : 'texto'
}
