import type { ErrorDeCampo, Limits } from '@div/contract'
import type { ElementDecl, XmlSchema, XmlType } from '../model/schema.ts'
import type { XmlNode } from '../xml/read-tree.ts'
import { type DecodeNode, Decoder, type Reading, type Referred } from './decoder.ts'
import { Encoder, type EncoderRules } from './encoder.ts'
import { Prefixes, splitName } from './prefixes.ts'
import type { Beside, EncodeElement, Writing } from './writing.ts'

export interface CodecRules {
  schema: Pick<XmlSchema, 'elements' | 'types'>
  limits: Pick<Limits, 'profundidad' | 'referenciasXmlBytes'>
  /** SOAP encoding: what is written says its type. What is read is understood either way. */
  encoded?: boolean
  /** Whether facets (lengths, patterns, bounds …) are checked; what another system answers need not keep to its own. */
  facets?: boolean
  /** Whether it is told of what is read that something is missing; who joins it with more tells that of the whole. */
  counts?: boolean
  /** Fields of what is written that nobody declared are left out, and not refused. */
  omits?: boolean
}

/** JSON from XML and back, of one element or type. Compiled once, when it is first asked for. */
export interface ElementCodec {
  decode: DecodeNode
  encode: EncodeElement
}

/** The codecs of one schema. They share their prefixes, which `declare` says for the namespaces that a message uses. */
export interface Codec {
  prefixes: Prefixes
  /** What a reader or writer of plain messages is made with, which only who answers calls needs. */
  decoder: Decoder
  rules: EncoderRules
  /** Of the elements that the schema declares for everybody. */
  namespaces: readonly string[]
  /** For the reading of a tree that it decodes. */
  names: ReadonlyMap<string, string>
  element(element: ElementDecl): ElementCodec
  /** Of a part that only has a type; `name` as it stands in the message. */
  part(name: string, type: XmlType): ElementCodec
  beginReading(errores: ErrorDeCampo[], around?: XmlNode): Reading
  beginWriting(errores: ErrorDeCampo[], beside?: Beside): Writing
}

/** Ids are looked for once somebody refers to one. */
function finderIn(around: XmlNode | undefined): Reading['find'] {
  let byId: Map<string, Referred> | null = null
  return (id) => {
    if (byId === null) {
      byId = new Map()
      if (around) collectIds(around, byId)
    }
    return byId.get(id)
  }
}

/** What an element costs in memory besides its text. */
const ELEMENT_BYTES = 64

/** Answers the size of it. */
function collectIds(node: XmlNode, byId: Map<string, Referred>): number {
  const { attributes, text, children } = node
  let size = ELEMENT_BYTES + text.length
  for (const value of attributes.values()) size += ELEMENT_BYTES + value.length
  for (const child of children) size += collectIds(child, byId)
  const id = attributes.get('id')
  if (id !== undefined && !byId.has(id)) byId.set(id, { node, size })
  return size
}

export function createCodec({
  schema,
  limits,
  encoded = false,
  facets = true,
  counts = true,
  omits = false,
}: CodecRules): Codec {
  const prefixes = new Prefixes()
  const rules = { schema, limits, prefixes, facets, counts, encoded, omits }
  const decoder = new Decoder(rules)
  const encoder = new Encoder(rules)
  return {
    prefixes,
    decoder,
    rules,
    names: decoder.names,
    namespaces: [...new Set([...schema.elements.keys()].map((name) => splitName(name).uri))],
    element: (element) => ({ decode: decoder.element(element), encode: encoder.element(element) }),
    part: (name, type) => ({ decode: decoder.part(type), encode: encoder.part(name, type) }),
    beginReading: (errores, around) => ({
      errores,
      find: finderIn(around),
      left: limits.referenciasXmlBytes,
      depth: limits.profundidad,
    }),
    beginWriting: (errores, beside) => ({ errores, left: limits.profundidad, ...(beside && { beside }) }),
  }
}
