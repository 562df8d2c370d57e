import type { Part } from '../documents/part.ts'

/** What a schema says of a value, with all that it is made of laid together. */
export interface Shape {
  /** Without `null`; none: it does not say. */
  types: ReadonlySet<string>
  format: string | undefined
  campos: ReadonlyMap<string, Campo>
  items: Part | undefined
  valores: readonly unknown[]
  descripcion: string | undefined
}

interface Campo {
  schema: Part
  requerido: boolean
}

/** Schemas that are made of others, which are made of others. */
const COMPOSITIONS = 12
/** Schemas that one may be made of in all. */
const PARTS = 500

interface Merging {
  types: Set<string>
  format: string | undefined
  campos: Map<string, Part>
  items: Part | undefined
  valores: unknown[]
  requeridos: Set<unknown>
}

export function shapeOf(schema: Part): Shape {
  const into: Merging = {
    types: new Set(),
    format: undefined,
    campos: new Map(),
    items: undefined,
    valores: [],
    requeridos: new Set(),
  }
  merge(schema, into, { depth: 0, left: { parts: PARTS }, isSure: true })
  const { types, format, items, valores, requeridos } = into
  const campos = new Map(
    [...into.campos].map(([nombre, campo]) => [nombre, { schema: campo, requerido: requeridos.has(nombre) }]),
  )
  return {
    types,
    format,
    campos,
    items,
    valores,
    descripcion: schema.text('description') ?? schema.text('title'),
  }
}

interface Way {
  depth: number
  left: { parts: number }
  /** Not below a choice, where another alternative may hold. */
  isSure: boolean
}

function merge(schema: Part, into: Merging, way: Way): void {
  if (way.depth > COMPOSITIONS || way.left.parts-- <= 0 || !schema.isObject()) return
  if (way.isSure) for (const { value } of schema.get('required').items()) into.requeridos.add(value)
  for (const type of typesOf(schema)) into.types.add(type)
  into.format ??= schema.text('format') ?? contentFormat(schema)
  const items = schema.get('items')
  if (items.isObject()) into.items ??= items
  for (const valor of valuesOf(schema)) into.valores.push(valor)
  for (const [nombre, campo] of schema.get('properties').entries())
    if (!into.campos.has(nombre)) into.campos.set(nombre, campo)
  const inside = { ...way, depth: way.depth + 1 }
  for (const part of schema.get('allOf').items()) merge(part, into, inside)
  for (const key of ['oneOf', 'anyOf']) mergeAlternatives(schema.get(key).items(), into, inside)
}

/** Of several nobody knows which holds; what is null besides is no alternative. */
function mergeAlternatives(parts: readonly Part[], into: Merging, way: Way): void {
  const alternatives = parts.filter((each) => !isNull(each))
  const isSure = way.isSure && alternatives.length === 1
  for (const part of alternatives) merge(part, into, { ...way, isSure })
}

function typesOf(schema: Part): string[] {
  const { value } = schema.get('type')
  const told = Array.isArray(value) ? value : [value]
  const types = told.filter((type): type is string => typeof type === 'string' && type !== 'null')
  if (types.length > 0) return types
  if (schema.get('properties').isObject() || schema.get('additionalProperties').isObject()) return ['object']
  if (schema.get('items').isObject()) return ['array']
  return [...new Set(valuesOf(schema).map(typeOfValue))]
}

function typeOfValue(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

/** `enum`, and `const` of OpenAPI 3.1. */
function valuesOf(schema: Part): unknown[] {
  const fixed = schema.get('const').value
  const all =
    fixed === undefined
      ? schema
          .get('enum')
          .items()
          .map(({ value }) => value)
      : [fixed]
  return all.filter((value) => value !== null)
}

/** OpenAPI 3.1 says of bytes how they are written, not their format. */
function contentFormat(schema: Part): string | undefined {
  if (schema.text('contentEncoding') === 'base64') return 'byte'
  return schema.text('contentMediaType') === 'application/octet-stream' ? 'binary' : undefined
}

function isNull(schema: Part): boolean {
  const { value } = schema.get('type')
  return value === 'null' || (Array.isArray(value) && value.length === 1 && value[0] === 'null')
}
