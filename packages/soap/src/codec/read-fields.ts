import type { Particle } from '../model/schema.ts'
import type { XmlNode } from '../xml/read-tree.ts'
import { type Field, listFields } from './fields.ts'
import { splitName } from './prefixes.ts'

/** A field, as it is looked for among the elements of a document. */
export interface ReadField extends Field {
  uri: string
  local: string
  /** Plain data inherits something of this name: only there its own has to be told apart. */
  isInherited: boolean
}

/** `keep`: the same strings for the same names. */
export function listReadFields(particle: Particle, keep: (name: string) => string): ReadField[] {
  return listFields(particle).map((field) => {
    const { uri, local } = splitName(field.element.name)
    return { ...field, uri: keep(uri), local: keep(local), isInherited: field.campo in Object.prototype }
  })
}

/** By its name; without the namespace, or with that around it, as some clients send what is declared the other way. */
export function compileFind<Each extends ReadField>(fields: readonly Each[]) {
  const byLocal = new Map<string, { first: Each; others: Each[] }>()
  for (const field of fields) {
    const same = byLocal.get(field.local)
    if (same) same.others.push(field)
    else byLocal.set(field.local, { first: field, others: [] })
  }
  return ({ local, uri }: Pick<XmlNode, 'local' | 'uri'>, around: string): Each | undefined => {
    const found = byLocal.get(local)
    if (!found) return undefined
    const { first, others } = found
    if (first.uri === uri) return first
    const exact = others.find((field) => field.uri === uri)
    return exact ?? (uri === '' || uri === around ? first : undefined)
  }
}

/** Whether a field that is no list has its value already. */
export function isTaken({ campo, isInherited }: ReadField, data: Readonly<Record<string, unknown>>): boolean {
  return isInherited ? Object.hasOwn(data, campo) : data[campo] !== undefined
}
