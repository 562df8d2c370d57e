import { isPlainObject } from '@div/contract'
import type { ElementDecl, ElementParticle, Particle } from '../model/schema.ts'
import { compileBinary } from './binary.ts'
import { isAnything } from './decoder.ts'
import { holdsOnlyElements } from './direct-decoder.ts'
import { fieldsOf } from './fields.ts'
import { giveUp } from './give-up.ts'
import { splitName } from './prefixes.ts'
import { compileSimple, type SimpleCodec, type SimpleRules } from './simple-codec.ts'
import type { EncodeElement } from './writing.ts'

type Data = Readonly<Record<string, unknown>>
type Writing = Parameters<EncodeElement>[1]
type WriteField = (data: Data, writing: Writing) => string

/** An element that holds only text. */
interface Leaf {
  open: string
  close: string
  /** Null: it has to hold something. */
  nil: string | null
  /** Escaped. */
  writeContent: SimpleCodec['writeContent']
}

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

  #compile(element: ElementDecl): EncodeElement | null {
    const { type } = element
    if (type.kind === 'simple') {
      const leaf = this.#leaf(element)
      return leaf && writeLeaf(leaf)
    }
    const { content } = type
    if (content.kind !== 'elements' || !holdsOnlyElements(type)) return null
    const places = placesOf(content.particle)
    return places && this.#compileFields(element, places)
  }

  #tag({ name }: ElementDecl): string {
    const { uri, local } = splitName(name)
    return this.#rules.prefixes.tagOf(uri, local)
  }

  #leaf(element: ElementDecl): Leaf | null {
    const { type, nillable } = element
    if (type.kind !== 'simple' || isAnything(type)) return null
    const codec = compileSimple(type, this.#rules)
    // What may travel beside the message must not be taken along twice.
    if (compileBinary(type, codec)) return null
    const tag = this.#tag(element)
    const { writeContent } = codec
    return { open: `<${tag}>`, close: `</${tag}>`, nil: nillable ? nilOf(tag) : null, writeContent }
  }

  #compileFields(element: ElementDecl, places: readonly ElementParticle[]): EncodeElement | null {
    const tag = this.#tag(element)
    const fields: Field[] = []
    let before = `<${tag}>`
    for (const place of places) {
      const write = this.#compilePlace(place)
      if (write === null) return null
      const leaf = place.repeated ? null : this.#leaf(place.element)
      fields.push({ campo: place.campo, write, leaf, joined: leaf ? before + leaf.open : '' })
      before = leaf?.close ?? ''
    }
    const nil = element.nillable ? nilOf(tag) : null
    return writeFields(fields, { open: `<${tag}>`, close: `</${tag}>`, empty: `<${tag}/>`, nil })
  }

  #compilePlace(place: ElementParticle): WriteField | null {
    const write = this.element(place.element)
    if (write === null) return null
    return place.repeated ? compileList(place, write) : compileSingle(place, write)
  }
}

const nilOf = (tag: string) => `<${tag} xsi:nil="true"/>`

function writeLeaf({ open, close, nil, writeContent }: Leaf): EncodeElement {
  return (value, { errores }) =>
    value === null || value === undefined ? (nil ?? giveUp()) : open + writeContent(value, errores) + close
}

interface Field {
  campo: string
  write: WriteField
  /** Null: it holds more than text, or is a list. */
  leaf: Leaf | null
  /** The end of the leaf before it, or of the tag around both, with its own tag: one piece instead of two to be put together. */
  joined: string
}

function writeFields(
  fields: readonly Field[],
  { open, close, empty, nil }: { open: string; close: string; empty: string; nil: string | null },
): EncodeElement {
  return (value, writing) => {
    if ((value === null || value === undefined) && nil !== null) return nil
    if (!isPlainObject(value) || writing.left === 0) return giveUp()
    writing.left--
    const written = writeAfter(open, fields, { data: value, writing })
    writing.left++
    return written === '' ? empty : written + close
  }
}

/** The tag around the fields, and those that are there; '' when none is. */
function writeAfter(
  open: string,
  fields: readonly Field[],
  { data, writing }: { data: Data; writing: Writing },
): string {
  let written = ''
  // What has to stand before whatever comes next, and whether it is that with which the next leaf is joined.
  let tags = open
  let isJoined = true
  for (const { campo, write, leaf, joined } of fields) {
    const content = leaf === null ? null : data[campo]
    if (leaf !== null && content !== null && content !== undefined) {
      written += (isJoined ? joined : tags + leaf.open) + leaf.writeContent(content, writing.errores)
      tags = leaf.close
      isJoined = true
      continue
    }
    const whole = write(data, writing)
    if (whole !== '') {
      written += tags + whole
      tags = ''
    }
    isJoined = false
  }
  return written === '' ? '' : written + tags
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
