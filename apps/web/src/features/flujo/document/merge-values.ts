import { isEqual } from '../../../shared/form/differences.ts'

/** A place that two people made different things of. Undefined: it is not there. */
export type Side = 'mine' | 'theirs'

export interface FieldConflict {
  campo: string
  base: unknown
  mine: unknown
  theirs: unknown
}

export interface Three<Value> {
  base: Value
  mine: Value
  theirs: Value
}

/** Decides a place that both changed; it is told of each once. */
export type Decide = (conflict: FieldConflict) => 'mine' | 'theirs'

/**
 * What two people made of one value: what only one of them changed is as that one left it. Fields are looked into, lists of named things
 * too; anything else is one value.
 */
function mergeValues({ base, mine, theirs }: Three<unknown>, campo: string, decide: Decide): unknown {
  if (isEqual(base, mine)) return theirs
  if (isFields(mine) && isFields(theirs) && isOfOneKind({ base, mine, theirs }))
    return mergeFields({ base: isFields(base) ? base : {}, mine, theirs }, campo, decide)
  const named = byNombre({ base, mine, theirs })
  if (named) return mergeNamed(named, campo, decide)
  return mergeWhole({ base, mine, theirs }, campo, decide)
}

/** The same of something that is not looked into. */
export function mergeWhole<Value>(
  { base, mine, theirs }: Three<Value>,
  campo: string,
  decide: Decide,
): Value {
  if (isEqual(mine, theirs) || isEqual(base, theirs)) return mine
  if (isEqual(base, mine)) return theirs
  return decide({ campo, base, mine, theirs }) === 'mine' ? mine : theirs
}

export function mergeFields(
  { base, mine, theirs }: Three<Readonly<Record<string, unknown>>>,
  campo: string,
  decide: Decide,
): Record<string, unknown> {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  const entries = [...names].map((name) => {
    const at = campo === '' ? name : `${campo}.${name}`
    return [
      name,
      mergeValues({ base: base[name], mine: mine[name], theirs: theirs[name] }, at, decide),
    ] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** What its `tipo` tells apart has other fields. */
function isOfOneKind({ base, mine, theirs }: Three<unknown>): boolean {
  const tipos = [base, mine, theirs].filter(isFields).map(({ tipo }) => tipo)
  return tipos.every((tipo) => tipo === tipos[0])
}

type Named = ReadonlyMap<string, unknown>

function mergeNamed({ base, mine, theirs }: Three<Named>, campo: string, decide: Decide): unknown[] {
  const keys = mergeOrder({ base: [...base.keys()], mine: [...mine.keys()], theirs: [...theirs.keys()] })
  return keys
    .map((key) => {
      const values = { base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) }
      // What a thing of a name is belongs together: half of each would be neither.
      return mergeWhole(values, `${campo}.${key}`, decide)
    })
    .filter((value) => value !== undefined)
}

/** Null unless all three are lists whose things are told apart by their names. */
function byNombre({ base, mine, theirs }: Three<unknown>): Three<Named> | null {
  const [old, own, other] = [base ?? [], mine, theirs].map(named)
  return old && own && other ? { base: old, mine: own, theirs: other } : null
}

function named(list: unknown): Named | null {
  if (!Array.isArray(list)) return null
  const entries = list.map((item: unknown) => [isFields(item) ? item.nombre : undefined, item] as const)
  if (!entries.every((entry): entry is [string, unknown] => typeof entry[0] === 'string')) return null
  const map = new Map(entries)
  return map.size === entries.length ? map : null
}

/**
 * All keys of two lists that came of one, each once. Where only one of them changed the order it is theirs; what the other has besides
 * stands after what it followed there.
 */
export function mergeOrder({ base, mine, theirs }: Three<readonly string[]>): string[] {
  const kept = new Set(base.filter((key) => mine.includes(key) && theirs.includes(key)))
  const orderOf = (list: readonly string[]) => list.filter((key) => kept.has(key)).join('\n')
  const isTheirsReordered = orderOf(theirs) !== orderOf(base)
  const isMineReordered = orderOf(mine) !== orderOf(base)
  const [lead, follow] = isTheirsReordered && !isMineReordered ? [theirs, mine] : [mine, theirs]
  const merged = [...lead]
  const there = new Set(lead)
  follow.forEach((key, at) => {
    if (there.has(key)) return
    const before = follow[at - 1]
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, key)
    there.add(key)
  })
  return merged
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const mapThree = <From, To>(
  { base, mine, theirs }: Three<From>,
  to: (value: From) => To,
): Three<To> => ({
  base: to(base),
  mine: to(mine),
  theirs: to(theirs),
})
