import { isPlainObject, type Parametro } from '@div/contract'

/** Levels and fields that a tree shows. */
const LEVELS = 8
const FIELDS = 500

/** What an example tells of its kind. */
export function describeValue(value: unknown, levels = LEVELS): Omit<Parametro, 'nombre'> {
  if (typeof value === 'string') return { tipo: 'texto' }
  if (typeof value === 'boolean') return { tipo: 'booleano' }
  if (typeof value === 'number') return { tipo: Number.isInteger(value) ? 'entero' : 'decimal' }
  if (Array.isArray(value)) {
    const first: unknown = value[0]
    if (first === undefined || levels === 0) return { tipo: 'lista' }
    return { tipo: 'lista', elemento: { nombre: '', ...describeValue(first, levels - 1) } }
  }
  if (!isPlainObject(value)) return { tipo: 'cualquiera' }
  const entries = Object.entries(value).slice(0, FIELDS)
  if (entries.length === 0 || levels === 0) return { tipo: 'objeto' }
  return {
    tipo: 'objeto',
    campos: entries.map(([nombre, each]) => ({ nombre, ...describeValue(each, levels - 1) })),
  }
}

/** As much of an example as tells its kind, and nothing of what it says. */
export function shapeOf(value: unknown, levels = LEVELS): unknown {
  if (typeof value === 'string') return ''
  if (typeof value === 'boolean') return false
  if (typeof value === 'number') return Number.isInteger(value) ? 0 : 0.5
  if (Array.isArray(value)) return value.length === 0 || levels === 0 ? [] : [shapeOf(value[0], levels - 1)]
  if (!isPlainObject(value)) return null
  const entries = Object.entries(value).slice(0, levels === 0 ? 0 : FIELDS)
  return Object.fromEntries(entries.map(([nombre, each]) => [nombre, shapeOf(each, levels - 1)]))
}

/** An example of JSON, in which variables may stand where values do; undefined: it is none. */
export function parseExample(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll(/(?<!")\{\{[^{}]+\}\}(?!")/g, 'null'))
  } catch {
    // Only a reading tells.
    return undefined
  }
}
