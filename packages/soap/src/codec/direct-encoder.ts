import { isPlainObject } from '@div/contract'
import type { ElementDecl, ElementParticle, Particle, SimpleType } from '../model/schema.ts'
import { compileBinary } from './binary.ts'
import { isAnything } from './decoder.ts'
import { holdsOnlyElements } from './direct-decoder.ts'
import { fieldsOf } from './fields.ts'
import { giveUp } from './give-up.ts'
import { splitName } from './prefixes.ts'
import { compileSimple, type SimpleRules } from './simple-codec.ts'
import type { EncodeElement } from './writing.ts'

type Data = Readonly<Record<string, unknown>>
type WriteField = (data: Data, writing: Parameters<EncodeElement>[1]) => string

/**
 * Writers of elements whose type says all of what goes where: those that hold only text, and those that hold each of their fields once, or as a
 * list, in one order. They look at each value once, and give up where one is not as it has to be; what is wrong with it is for the
 * ordinary writer to tell. Fields that nobody declared are left out.
 */
export class DirectEncoder {
  readonly #rules: SimpleRules
  readonly #elements = new Map<ElementDecl, EncodeElement | null>()

  constructor(rules: SimpleRules) {
    this.#rules = rules
  }

  /** Null: only the ordinary writer knows how. */
  element(element: ElementDecl): EncodeElement | null {
    const present = this.#elements.get(element)
    if (present !== undefined) return present
    let compiled: EncodeElement | null = null
    // A type that contains itself finds, while it is made, what will be it.
    this.#elements.set(element, (value, writing) => compiled?.(value, writing) ?? giveUp())
    compiled = this.#compile(element)
    this.#elements.set(element, compiled)
    return compiled
  }

  #compile({ name, type, nillable }: ElementDecl): EncodeElement | null {
    const { uri, local } = splitName(name)
    const tag = this.#rules.prefixes.tagOf(uri, local)
    const nil = nillable ? `<${tag} xsi:nil="true"/>` : null
    if (type.kind === 'simple') return isAnything(type) ? null : this.#compileLeaf(tag, type, nil)
    const { content } = type
    if (content.kind !== 'elements' || !holdsOnlyElements(type)) return null
    const places = placesOf(content.particle)
    return places && this.#compileFields(tag, places, nil)
  }

  #compileLeaf(tag: string, type: SimpleType, nil: string | null): EncodeElement | null {
    const codec = compileSimple(type, this.#rules)
    // What may travel beside the message must not be taken along twice.
    if (compileBinary(type, codec)) return null
    const open = `<${tag}>`
    const close = `</${tag}>`
    const { writeContent } = codec
    return (value, { errores }) =>
      value === null || value === undefined ? (nil ?? giveUp()) : open + writeContent(value, errores) + close
  }

  #compileFields(tag: string, places: readonly ElementParticle[], nil: string | null): EncodeElement | null {
    const writers: WriteField[] = []
    for (const place of places) {
      const write = this.element(place.element)
      if (write === null) return null
      writers.push(place.repeated ? compileList(place, write) : compileSingle(place, write))
    }
    const empty = `<${tag}/>`
    const open = `<${tag}>`
    const close = `</${tag}>`
    return (value, writing) => {
      if ((value === null || value === undefined) && nil !== null) return nil
      if (!isPlainObject(value) || writing.left === 0) return giveUp()
      writing.left--
      let written = ''
      for (const write of writers) written += write(value, writing)
      writing.left++
      return written === '' ? empty : open + written + close
    }
  }
}

function compileSingle(
  { campo, min, element: { nillable } }: ElementParticle,
  write: EncodeElement,
): WriteField {
  return (data, writing) => {
    const value = data[campo]
    if (value !== undefined && (value !== null || nillable)) return write(value, writing)
    return min === 0 ? '' : giveUp()
  }
}

function compileList({ campo, min, max }: ElementParticle, write: EncodeElement): WriteField {
  return (data, writing) => {
    const items = data[campo] ?? []
    if (!Array.isArray(items) || items.length < min || items.length > max) return giveUp()
    let written = ''
    for (const item of items) written += write(item, writing)
    return written
  }
}

/** Those of one order in which each has its place and its field of its own; null: there is a choice, a round, or room for anything. */
function placesOf(particle: Particle): ElementParticle[] | null {
  const places: ElementParticle[] = []
  if (!gather(particle, places)) return null
  return new Set(places.map(({ campo }) => campo)).size === places.length ? places : null
}

function gather(particle: Particle, places: ElementParticle[]): boolean {
  if (particle.kind === 'element') {
    const isPlain = particle.max > 0 && fieldsOf(particle).length === 1 && !particle.element.abstract
    // Plain data inherits something of such a name.
    if (!isPlain || particle.campo in Object.prototype) return false
    places.push(particle)
    return true
  }
  if (particle.kind === 'any' || particle.kind === 'choice' || particle.min !== 1 || particle.max !== 1)
    return false
  return particle.particles.every((each) => gather(each, places))
}
