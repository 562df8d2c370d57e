import type { ErrorDeCampo } from '../errors/app-error.ts'
import type { Parametro, TipoDato } from '../flujo.ts'
import { Binario, Fecha, isPlainObject } from '../valores.ts'
import { compileValidacion } from './validacion.ts'

/**
 * Takes one value to its declared type, or adds what is wrong with it to `errores` under `campo`. Made once per declaration and called
 * per value; a refused value yields null.
 */
export type Coercion = (value: unknown, campo: string, errores: ErrorDeCampo[]) => unknown

/** What a plain type makes of a value; `undefined` means refused. */
const SCALARS: Readonly<
  Record<Exclude<TipoDato, 'objeto' | 'lista'>, { name: string; read(value: unknown): unknown }>
> = {
  texto: { name: 'un texto', read: readText },
  entero: { name: 'un número entero', read: readInteger },
  decimal: { name: 'un número', read: readDecimal },
  booleano: { name: 'verdadero o falso', read: readBoolean },
  fecha: { name: 'una fecha AAAA-MM-DD', read: readFecha },
  fechaHora: { name: 'una fecha y hora ISO 8601 con zona', read: readInstant },
  binario: { name: 'un contenido en base64', read: readBinary },
  cualquiera: { name: 'un valor', read: (value) => value },
}

/** The coercion of a declared parameter: default, required, type, limits. Throws PatronInvalido for a pattern that is not RE2. */
export function compileCoercion(parametro: Parametro): Coercion {
  const coerceType = compileTipo(parametro)
  const validate = compileValidacion(parametro.validacion)
  const { requerido = false, defecto } = parametro
  const isText = parametro.tipo === 'texto' || parametro.tipo === 'cualquiera' || parametro.tipo === undefined
  const coerceGiven = validate === null ? coerceType : thenValidate(coerceType, validate)
  const coerce: Coercion = (value, campo, errores) => {
    // An empty text where another type is declared is what a form sends for a field that was left empty.
    const given = (value === '' && !isText ? null : value) ?? defecto
    if (given !== undefined && given !== null) return coerceGiven(given, campo, errores)
    if (requerido) errores.push({ campo, mensaje: 'Falta este dato.' })
    return null
  }
  return validate === null ? takeRight(parametro.tipo, coerce) : coerce
}

/** What is not of its type has no limits to look at. */
function thenValidate(
  coerceType: Coercion,
  validate: NonNullable<ReturnType<typeof compileValidacion>>,
): Coercion {
  return (value, campo, errores) => {
    const before = errores.length
    const coerced = coerceType(value, campo, errores)
    if (errores.length === before) validate(coerced, campo, errores)
    return coerced
  }
}

/** Texts and numbers that are right as they are, as most are, are told by their type alone. */
function takeRight(tipo: TipoDato | undefined, coerce: Coercion): Coercion {
  switch (tipo) {
    case 'texto':
      return (value, campo, errores) => (typeof value === 'string' ? value : coerce(value, campo, errores))
    case 'entero':
      return (value, campo, errores) => (Number.isSafeInteger(value) ? value : coerce(value, campo, errores))
    case 'decimal':
      return (value, campo, errores) => (Number.isFinite(value) ? value : coerce(value, campo, errores))
    default:
      return coerce
  }
}

function compileTipo(parametro: Parametro): Coercion {
  const { tipo = 'cualquiera' } = parametro
  if (tipo === 'objeto') return compileObject(parametro)
  if (tipo === 'lista') return compileList(parametro)
  const { name, read } = SCALARS[tipo]
  return (value, campo, errores) => {
    const coerced = read(value)
    if (coerced !== undefined) return coerced
    errores.push({ campo, mensaje: `Se esperaba ${name}.` })
    return null
  }
}

/** An object without declared fields is taken as it is; with them, a field that nobody declared is refused rather than dropped. */
function compileObject({ campos = [] }: Parametro): Coercion {
  const fields = campos.map(
    (campo): Field => ({
      nombre: campo.nombre,
      coerce: compileCoercion(campo),
      isInherited: campo.nombre in Object.prototype,
    }),
  )
  const declared = { fields, known: new Set(campos.map(({ nombre }) => nombre)) }
  return (value, campo, errores) => {
    const given = readJson(value)
    if (!isPlainObject(given)) {
      errores.push({ campo, mensaje: 'Se esperaba un objeto.' })
      return null
    }
    if (fields.length === 0) return given
    const before = errores.length
    const coerced = coerceFields(given, declared, errores)
    if (errores.length > before) placeErrores(errores, before, campo)
    return coerced
  }
}

interface Field {
  nombre: string
  coerce: Coercion
  /** Plain data inherits something of this name: only there its own has to be told apart. */
  isInherited: boolean
}

/**
 * The object itself when every field is right as it is: what a caller gave is not changed under it. As many declared fields as there are
 * fields, and none of another name is there.
 */
function coerceFields(
  given: Record<string, unknown>,
  { fields, known }: DeclaredFields,
  errores: ErrorDeCampo[],
): Record<string, unknown> {
  let coerced = given
  let present = 0
  for (const { nombre, coerce, isInherited } of fields) {
    const own = isInherited && !Object.hasOwn(given, nombre) ? undefined : given[nombre]
    if (own !== undefined) present++
    const field = coerce(own, nombre, errores)
    if (field === own) continue
    if (coerced === given) coerced = { ...given }
    coerced[nombre] = field
  }
  if (present !== countFields(given)) refuseUnknown(given, known, errores)
  return coerced
}

interface DeclaredFields {
  fields: readonly Field[]
  known: ReadonlySet<string>
}

function countFields(given: Record<string, unknown>): number {
  let count = 0
  for (const _nombre in given) count++
  return count
}

function refuseUnknown(
  given: Record<string, unknown>,
  known: ReadonlySet<string>,
  errores: ErrorDeCampo[],
): void {
  for (const nombre in given) {
    if (!known.has(nombre)) errores.push({ campo: nombre, mensaje: 'Este dato no está declarado.' })
  }
}

function compileList({ elemento }: Parametro): Coercion {
  const coerce = elemento ? compileCoercion(elemento) : null
  return (value, campo, errores) => {
    const given = readJson(value)
    if (!Array.isArray(given)) {
      errores.push({ campo, mensaje: 'Se esperaba una lista.' })
      return null
    }
    return coerce ? coerceItems(given, coerce, { campo, errores }) : given
  }
}

/** A list that is right stays what it is. */
function coerceItems(
  given: readonly unknown[],
  coerce: Coercion,
  { campo, errores }: { campo: string; errores: ErrorDeCampo[] },
): readonly unknown[] {
  let coerced: unknown[] | null = null
  for (let index = 0; index < given.length; index++) {
    const before = errores.length
    const item = given[index]
    const right = coerce(item, '', errores)
    if (coerced !== null) coerced.push(right)
    else if (right !== item) coerced = [...given.slice(0, index), right]
    if (errores.length > before) placeErrores(errores, before, `${campo}[${index}]`)
  }
  return coerced ?? given
}

/** Says of the errors from `from` on where the value stands that they were found in; what is right needs no place. */
export function placeErrores(errores: ErrorDeCampo[], from: number, place: string): void {
  if (place === '') return
  for (let index = from; index < errores.length; index++) {
    const error = errores[index]
    if (error) errores[index] = { ...error, campo: joinCampo(place, error.campo) }
  }
}

function joinCampo(place: string, campo: string): string {
  return campo === '' || campo.startsWith('[') ? `${place}${campo}` : `${place}.${campo}`
}

/** Objects and lists arrive as JSON text from a path, a query or a form. */
function readJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    const parsed: unknown = JSON.parse(value, readMember)
    return parsed
  } catch {
    // Not JSON: the type's own message says what was expected.
    return value
  }
}

/** What a body of JSON may not hold either: keys that reach the prototype, NUL, halves of characters. */
function readMember(key: string, value: unknown, context?: { source?: string }): unknown {
  if (key === '__proto__' || key === 'constructor' || key === 'prototype') throw new SyntaxError(key)
  if (!isStorable(key) || (typeof value === 'string' && !isStorable(value))) throw new SyntaxError(key)
  return keepExact(key, value, context)
}

/** Whether a database takes it: no NUL, no half of a character. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function readText(value: unknown): unknown {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value instanceof Date || value instanceof Fecha || value instanceof Binario
    ? value.toJSON()
    : undefined
}

const INTEGER = /^[+-]?\d{1,19}$/
/** 40 digits are more than any NUMERIC of a business; the bound keeps the later arithmetic bounded. */
const DECIMAL = /^[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][+-]?\d{1,3})?$/

/** A whole number within ±(2^53 − 1); beyond it the exact text of up to 19 digits. */
function readInteger(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (!INTEGER.test(text)) return undefined
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text).toString()
}

/** A number while 15 significant digits hold it exactly, else the exact text. */
function readDecimal(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return DECIMAL.test(text) && Number.isFinite(Number(text)) ? decimalOf(text) : undefined
}

/** The value of a decimal text: a number when it has at most 15 significant digits, else the text itself. */
export function decimalOf(text: string): number | string {
  if (text.length <= 15) return Number(text)
  const [mantissa = ''] = text.split(/[eE]/)
  const digits = mantissa.replace(/[^\d]/g, '').replace(/^0+/, '')
  const number = Number(text)
  return !/[1-9]/.test(digits.slice(15)) && Number.isFinite(number) ? number : text
}

/** For JSON.parse: a number that a double would round silently stays the text that it was written as. */
export function keepExact(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || source === undefined) return value
  if (!Number.isFinite(value)) return source
  return source.length <= 15 || String(value) === source ? value : decimalOf(source)
}

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['true', true],
  ['false', false],
  ['verdadero', true],
  ['falso', false],
  ['si', true],
  ['sí', true],
  ['no', false],
  ['1', true],
  ['0', false],
])

function readBoolean(value: unknown): unknown {
  return BOOLEANS.get(typeof value === 'string' ? value.trim().toLowerCase() : value)
}

function readFecha(value: unknown): unknown {
  if (value instanceof Fecha) return value
  return typeof value === 'string' ? (Fecha.parse(value.trim()) ?? undefined) : undefined
}

/** RFC 3339 date-time: the zone is required, since an instant without it is a guess. */
const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:\d{2})$/

function readInstant(value: unknown): unknown {
  if (value instanceof Date) return value
  if (typeof value !== 'string' || !INSTANT.test(value.trim())) return undefined
  const text = value.trim().toUpperCase().replace(' ', 'T')
  const date = new Date(text)
  return Number.isNaN(date.getTime()) || Fecha.parse(text.slice(0, 10)) === null ? undefined : date
}

function readBinary(value: unknown): unknown {
  if (value instanceof Binario) return value
  if (value instanceof Uint8Array) return new Binario(value)
  return typeof value === 'string' ? (Binario.parse(value) ?? undefined) : undefined
}
