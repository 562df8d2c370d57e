import type { Parametro, TipoDato } from '@div/contract'
import { lookUp } from '@div/contract'
import type { Part } from '../documents/part.ts'
import { shorten } from '../shorten.ts'
import { type Shape, shapeOf } from './shape.ts'

/** Levels and fields that a tree shows: schemas may contain themselves, and each other in many ways. */
const LEVELS = 6
const FIELDS = 600
/** Values that one may have. */
const VALUES = 200

/** Which way a value goes: some fields only come (`readOnly`), others are only sent (`writeOnly`). */
export type Sentido = 'peticion' | 'respuesta'

interface Left {
  levels: number
  /** Of the whole tree. */
  fields: { left: number }
  sentido: Sentido
}

/** A schema as the canvas maps its value. */
export function describeSchema(schema: Part, sentido: Sentido): Omit<Parametro, 'nombre'> {
  return describe(schema, { levels: LEVELS, fields: { left: FIELDS }, sentido })
}

function describe(schema: Part, left: Left): Omit<Parametro, 'nombre'> {
  const shape = shapeOf(schema)
  const descripcion = shorten(shape.descripcion)
  return { ...describeType(shape, left), ...(descripcion !== undefined && { descripcion }) }
}

function describeType(shape: Shape, left: Left): Omit<Parametro, 'nombre'> {
  const tipo = tipoOf(shape)
  if (tipo === 'objeto') return describeObject(shape, left)
  if (tipo === 'lista') {
    if (!shape.items || left.levels === 0) return { tipo }
    return { tipo, elemento: { nombre: '', ...describe(shape.items, { ...left, levels: left.levels - 1 }) } }
  }
  const valores = shape.valores.filter((value) => typeof value === 'string')
  const isListed = tipo === 'texto' && valores.length > 0 && valores.length <= VALUES
  return { tipo, ...(isListed && { validacion: { valores } }) }
}

function describeObject({ campos }: Shape, left: Left): Omit<Parametro, 'nombre'> {
  if (campos.size === 0 || left.levels === 0 || left.fields.left <= 0) return { tipo: 'objeto' }
  left.fields.left -= campos.size
  const inside = { ...left, levels: left.levels - 1 }
  const hidden = left.sentido === 'peticion' ? 'readOnly' : 'writeOnly'
  return {
    tipo: 'objeto',
    campos: [...campos]
      .filter(([, { schema }]) => !schema.isTrue(hidden))
      .map(([nombre, { schema, requerido }]) => ({
        nombre,
        ...describe(schema, inside),
        ...(requerido && { requerido }),
      })),
  }
}

const TIPOS: Readonly<Record<string, TipoDato>> = {
  string: 'texto',
  integer: 'entero',
  number: 'decimal',
  boolean: 'booleano',
  object: 'objeto',
  array: 'lista',
  // Of Swagger 2, in forms.
  file: 'binario',
}
const TEXTOS: Readonly<Record<string, TipoDato>> = {
  date: 'fecha',
  'date-time': 'fechaHora',
  byte: 'binario',
  binary: 'binario',
}

function tipoOf({ types, format = '', campos }: Shape): TipoDato {
  if (types.size === 0) return campos.size > 0 ? 'objeto' : 'cualquiera'
  if (types.size === 2 && types.has('integer') && types.has('number')) return 'decimal'
  const [type = ''] = types
  if (types.size > 1 || !Object.hasOwn(TIPOS, type)) return 'cualquiera'
  if (type === 'string' && Object.hasOwn(TEXTOS, format)) return TEXTOS[format] ?? 'texto'
  return lookUp(TIPOS, type) ?? 'cualquiera'
}
