import type { QName } from '../model/schema.ts'
import { localOf } from './names.ts'

/** Names that data may not have: they would reach what every object has (security rule 3). */
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype'])

/** A field for each name, in their order: its local name, and from the second of the same local name on with a number. */
export function fieldNames(names: Iterable<QName>): Map<QName, string> {
  const campos = new Map<QName, string>()
  const list = [...new Set(names)]
  const taken = new Set(list.map(localOf))
  const given = new Set<string>()
  // Where counting goes on: of thousands that are called alike nobody counts from two again.
  const numbers = new Map<string, number>()
  for (const name of list) {
    const local = localOf(name)
    let campo = UNSAFE.has(local) ? `${local}_` : local
    let number = numbers.get(local) ?? 2
    for (; given.has(campo) || (campo !== local && taken.has(campo)); number++) campo = `${local}_${number}`
    numbers.set(local, number)
    given.add(campo)
    campos.set(name, campo)
  }
  return campos
}
