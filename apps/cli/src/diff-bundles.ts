import type { Paquete } from '@div/contract'

/** One place in which two bundles differ; undefined: it is not there. */
export interface Difference {
  /** `proceso.flujo.nodos[n2].objeto.sql` */
  ruta: string
  before: unknown
  after: unknown
}

/** Where `after` is not what `before` says. What a bundle depends on is compared by its name: ids are of one installation. */
export function diffBundles(before: Paquete, after: Paquete): Difference[] {
  const differences: Difference[] = []
  compare(withNames(before), withNames(after), '', differences)
  return differences
}

function withNames({ proceso, dependencias, casosPrueba }: Paquete) {
  const names = new Map(
    dependencias.map(({ recurso, referencia, nombre }) => [referencia, `${recurso}: ${nombre}`]),
  )
  const sorted = dependencias.map(({ recurso, nombre }) => `${recurso}: ${nombre}`).toSorted()
  return { proceso: rename(proceso, names), casosPrueba, dependencias: sorted }
}

function rename(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value
  if (Array.isArray(value)) return value.map((each) => rename(each, names))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rename(inner, names)]))
}

function compare(before: unknown, after: unknown, ruta: string, into: Difference[]): void {
  const [left, right] =
    isList(before) && isList(after) ? [byIdentity(before), byIdentity(after)] : [before, after]
  if (!isRecord(left) || !isRecord(right)) {
    if (JSON.stringify(left) !== JSON.stringify(right)) into.push({ ruta, before: left, after: right })
    return
  }
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
    compare(ownOf(left, key), ownOf(right, key), placeOf(left, ruta, key), into)
}

const ownOf = (record: Record<string, unknown>, key: string) =>
  Object.hasOwn(record, key) ? record[key] : undefined

function placeOf(within: object, ruta: string, key: string): string {
  if (within instanceof Items) return `${ruta}[${key}]`
  return ruta === '' ? key : `${ruta}.${key}`
}

/** A list as a record, by what makes an item itself. */
class Items {
  [key: string]: unknown
}

/** By `id` or `nombre` where every item has one of its own, else by place. */
function byIdentity(list: readonly unknown[]): Items {
  const items = new Items()
  for (const name of ['id', 'nombre']) {
    const keys = list.map((item) => (isRecord(item) ? item[name] : undefined))
    const isIdentity = keys.every((key) => typeof key === 'string') && new Set(keys).size === keys.length
    if (!isIdentity) continue
    list.forEach((item, index) => {
      define(items, String(keys[index]), item)
    })
    return items
  }
  list.forEach((item, index) => {
    define(items, String(index), item)
  })
  return items
}

/** Also one that is called `__proto__`. */
function define(items: Items, key: string, value: unknown): void {
  Object.defineProperty(items, key, { value, enumerable: true })
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
