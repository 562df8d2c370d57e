import { Binario, Fecha } from '@div/contract'
import { formatLocal, type Zona } from '../sql/local-time.ts'
import { formatArray } from './array-literal.ts'
import type { Clase, TipoPg } from './pg-types.ts'

/** What travels: text, bytes, or null. */
export type Bound = string | Buffer | null

/** Writes values as the parameter's own type reads them. */
export type Binder = (value: unknown) => Bound

export function binderOf({ clase, isArray }: TipoPg, zona: Zona): Binder {
  if (isArray) return (value) => bindArray(value, clase, zona)
  if (clase === 'json')
    return (value) => (value === null || typeof value === 'string' ? value : JSON.stringify(value))
  if (clase === 'binario') return bindBytes
  return (value) => textOf(value, clase, zona)
}

function bindArray(value: unknown, clase: Clase, zona: Zona): Bound {
  if (!Array.isArray(value)) return textOf(value, clase, zona)
  // A list inside is a JSON value of its own and not another dimension.
  if (clase === 'json') return formatArray(value.map(jsonText), String)
  return formatArray(value, (item) => {
    if (clase === 'binario' && item instanceof Binario) return `\\x${Buffer.from(item.bytes).toString('hex')}`
    return textOf(item, clase, zona)
  })
}

function jsonText(value: unknown): unknown {
  return value === null ? null : JSON.stringify(value)
}

function bindBytes(value: unknown): Bound {
  if (value === null || value === undefined) return null
  if (value instanceof Binario)
    return Buffer.from(value.bytes.buffer, value.bytes.byteOffset, value.bytes.byteLength)
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
}

const NUMBERS: ReadonlySet<Clase> = new Set(['entero', 'enteroLargo', 'real', 'decimal'])

function textOf(value: unknown, clase: Clase, zona: Zona): string | null {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return String(value)
    case 'boolean':
      if (NUMBERS.has(clase)) return value ? '1' : '0'
      return value ? 'true' : 'false'
    case 'object':
      return value === null ? null : textOfObject(value, clase, zona)
    default:
      return null
  }
}

function textOfObject(value: object, clase: Clase, zona: Zona): string {
  if (value instanceof Date) {
    if (clase === 'horaLocal') return formatLocal(value, zona)
    return clase === 'fecha' ? formatLocal(value, zona).slice(0, 10) : value.toISOString()
  }
  if (value instanceof Fecha || value instanceof Binario) return value.toString()
  return JSON.stringify(value)
}
