import type { ComplexType, ElementDecl, Particle, SimpleType } from '../model/schema.ts'
import type { XmlNode } from '../xml/read-tree.ts'
import type { TagName } from '../xml/scan-xml.ts'
import { AlikeElements } from './alike-elements.ts'
import { compileContentCheck } from './content-check.ts'
import { type DecodeNode, type Decoder, isAnything, readField } from './decoder.ts'
import type { DirectReader } from './direct-reader.ts'
import { compileText } from './element-text.ts'
import { holdsAny } from './fields.ts'
import { giveUp } from './give-up.ts'
import type { Leaf } from './manner.ts'
import { compileFind, isTaken, listReadFields, type ReadField } from './read-fields.ts'
import type { SimpleRules } from './simple-codec.ts'

/** Reads one element whose tag was read and holds nothing but its name. Gives up where something is wrong. */
export type DecodeDirect = (reader: DirectReader, name: TagName) => unknown

/**
 * Values straight from the text of a document, without a tree of it in between: of elements that hold only text, and of those that hold
 * fields. Any other element, and any that has attributes, is read as a node and decoded as such.
 */
export class DirectDecoder {
  readonly #decoder: Decoder
  readonly #rules: SimpleRules
  readonly #elements = new Map<ElementDecl, DecodeDirect>()

  constructor(decoder: Decoder, rules: SimpleRules) {
    this.#decoder = decoder
    this.#rules = rules
  }

  element(element: ElementDecl): DecodeDirect {
    const present = this.#elements.get(element)
    if (present) return present
    let compiled: DecodeDirect | null = null
    // A type that contains itself finds, while it is made, what will be it.
    this.#elements.set(element, (reader, name) => compiled?.(reader, name))
    compiled = this.#compile(element)
    this.#elements.set(element, compiled)
    return compiled
  }

  #compile(element: ElementDecl): DecodeDirect {
    const { type } = element
    const decode = this.#decoder.element(element)
    if (type.kind === 'simple')
      return isAnything(type) ? asNode(decode) : this.#compileLeaf(element, type, decode)
    const { content } = type
    if (content.kind !== 'elements' || !holdsOnlyElements(type) || holdsAny(content.particle))
      return asNode(decode)
    return this.#compileElements(content.particle)
  }

  #compileLeaf(element: ElementDecl, type: SimpleType, decode: DecodeNode): DecodeDirect {
    const read = compileText(type, element, this.#rules)
    return (reader, name) => {
      const { scanner, scope, reading } = reader
      scanner.at++
      const text = scanner.readLeaf(name.tag)
      if (text !== null) return read(text, scope, reading.errores)
      scanner.at--
      return decode(reader.readNode(), reading)
    }
  }

  /** Null: they hold more than texts. */
  #alike({ type }: ElementDecl): AlikeElements | null {
    if (type.kind !== 'complex' || type.content.kind !== 'elements' || !holdsOnlyElements(type)) return null
    const { particle } = type.content
    if (holdsAny(particle)) return null
    const leaves: Leaf[] = []
    for (const field of listReadFields(particle, this.#decoder.keep)) {
      const { type, ...element } = field.element
      if (field.repeated || type.kind !== 'simple' || isAnything(type)) return null
      leaves.push({ ...field, readText: compileText(type, element, this.#rules) })
    }
    const isDistinct = new Set(leaves.map(({ local }) => local)).size === leaves.length
    return isDistinct ? new AlikeElements(leaves, compileContentCheck(particle)) : null
  }

  #compileElements(particle: Particle): DecodeDirect {
    const fields = listReadFields(particle, this.#decoder.keep).map((field, place) => ({
      ...field,
      place,
      read: this.#decoder.element(field.element),
      readDirect: this.element(field.element),
      alike: field.repeated ? this.#alike(field.element) : null,
    }))
    const find = compileFind(fields)
    const lists = fields.filter(({ repeated }) => repeated).map(({ campo }) => campo)
    const check = compileContentCheck(particle)
    // Most come in their order: only those that do not are looked for, and only they may have been there before.
    const readChild = (child: TagName, next: number, into: Into): number => {
      const { reader, data } = into
      const node = reader.isPlainTag ? null : reader.readNode()
      const element = node ?? reader.resolve(child)
      const expected = fields[next]
      const field = isOf(element, expected) ? expected : (find(element, into.around) ?? giveUp())
      if (node !== null) readField(node, field, data, reader.reading)
      else readPlain(child, field, { into, isFirst: field.place >= next })
      return Math.max(next, field.repeated ? field.place : field.place + 1)
    }
    return (reader, name) => {
      const data: Record<string, unknown> = {}
      for (const campo of lists) data[campo] = []
      const into = { reader, data, around: reader.resolve(name).uri }
      reader.enterContent()
      let next = 0
      for (let child = reader.nextChild(name.tag); child !== null; child = reader.nextChild(name.tag))
        next = readChild(child, next, into)
      check?.(data, reader.reading.errores)
      return data
    }
  }
}

/** The object that is being read. */
interface Into {
  reader: DirectReader
  data: Record<string, unknown>
  /** The namespace of the element around its fields. */
  around: string
}

interface DirectField extends ReadField {
  place: number
  read: DecodeNode
  readDirect: DecodeDirect
  /** Of a list. */
  alike: AlikeElements | null
}

function isOf<Field extends ReadField>(
  { local, uri }: Pick<XmlNode, 'local' | 'uri'>,
  field: Field | undefined,
): field is Field {
  return field !== undefined && field.local === local && field.uri === uri
}

function readPlain(
  name: TagName,
  field: DirectField,
  { into: { reader, data }, isFirst }: { into: Into; isFirst: boolean },
): void {
  const { campo } = field
  if (!field.repeated) {
    if (!isFirst && isTaken(field, data)) giveUp()
    data[campo] = field.readDirect(reader, name)
    return
  }
  const list = data[campo]
  if (!Array.isArray(list)) return
  const { before } = reader
  list.push(field.readDirect(reader, name))
  field.alike?.goOn(reader, list, before)
}

function asNode(decode: DecodeNode): DecodeDirect {
  return (reader) => decode(reader.readNode(), reader.reading)
}

/** Nothing else may say something of its values: no attribute, no text, no other type. */
export function holdsOnlyElements({
  attributes,
  anyAttribute,
  mixed,
  abstract,
  derived,
}: ComplexType): boolean {
  return attributes.length === 0 && !anyAttribute && !mixed && !abstract && derived.length === 0
}
