import type { ElementDecl, ElementParticle, Particle } from '../model/schema.ts'

/** One field of the object that a complex type is in JSON. */
export interface Field {
  campo: string
  element: ElementDecl
  /** Its value is always a list. */
  repeated: boolean
}

/** Names that a plain object cannot hold as data. */
export const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * The fields of all elements that may stand here, in order. Each member of a substitution group is a field of its own name: which of them
 * came is told by which field is there.
 */
export function listFields(particle: Particle): Field[] {
  const fields = new Map<string, Field>()
  for (const each of listElements(particle)) {
    for (const field of fieldsOf(each)) {
      if (!fields.has(field.campo) && !RESERVED.has(field.campo)) fields.set(field.campo, field)
    }
  }
  return [...fields.values()]
}

/** Those of one place: of the element itself, and of what may stand for it (Structures 3.3.6). */
export function fieldsOf({ element, campo, repeated }: ElementParticle): Field[] {
  const own = element.abstract ? [] : [{ campo, element, repeated }]
  return [
    ...own,
    ...element.substitutes.map((substitute) => ({
      campo: substitute.name.slice(substitute.name.indexOf('}') + 1),
      element: substitute,
      repeated,
    })),
  ]
}

function listElements(particle: Particle): ElementParticle[] {
  if (particle.kind === 'element') return [particle]
  return particle.kind === 'any' ? [] : particle.particles.flatMap(listElements)
}

export function holdsAny(particle: Particle): boolean {
  if (particle.kind === 'element') return false
  return particle.kind === 'any' || particle.particles.some(holdsAny)
}
