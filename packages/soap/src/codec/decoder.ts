import { type ErrorDeCampo, type Limits, placeErrores } from '@div/contract'
import {
  BUILT_INS,
  type BuiltIn,
  type ComplexType,
  type Content,
  type ElementDecl,
  type QName,
  type SimpleType,
  type XmlSchema,
  type XmlType,
} from '../model/schema.ts'
import { SOAP_ENCODING, XSD, XSI } from '../xml/namespaces.ts'
import type { XmlNode } from '../xml/read-tree.ts'
import { GatheredFields, isNil, readAny } from './any-value.ts'
import { compileAttributes } from './attributes.ts'
import { compileContentCheck } from './content-check.ts'
import { compileText, isBlank } from './element-text.ts'
import { holdsAny, RESERVED } from './fields.ts'
import { splitName } from './prefixes.ts'
import { compileFind, isTaken, listReadFields, type ReadField } from './read-fields.ts'
import { resolveName, type SimpleRules } from './simple-codec.ts'

/** Reads one element. What is wrong is added to the errors of the reading, and placed by who reads what is around it. */
export type DecodeNode = (node: XmlNode, reading: Reading) => unknown

/** One message being read. */
export interface Reading {
  errores: ErrorDeCampo[]
  /** What `href="#id"` refers to (SOAP 1.1, 5.4.1). */
  find(id: string): Referred | undefined
  /** Bytes that references may still have read: a small message may refer to its largest element again and again. */
  left: number
  /** Those being followed now: what contains itself is no value. */
  depth: number
}

export interface Referred {
  node: XmlNode
  /** Bytes that reading it costs. */
  size: number
}

export interface DecoderRules extends SimpleRules {
  schema: Pick<XmlSchema, 'elements' | 'types'>
  limits: Pick<Limits, 'profundidad' | 'referenciasXmlBytes'>
  counts: boolean
}

const TYPE = `{${XSI}}type`
const ARRAY = `{${SOAP_ENCODING}}Array`
const ARRAY_TYPE = `{${SOAP_ENCODING}}arrayType`
/** How PHP writes an array with keys where nothing says a type. */
const MAP = '{http://xml.apache.org/xml-soap}Map'

const STANDARD: ReadonlySet<string> = new Set(BUILT_INS)

/** Readers of the elements and types of one schema, each made once. */
export class Decoder {
  /** Of the fields that are read, each as it is compared. */
  readonly names = new Map<string, string>()
  readonly #rules: DecoderRules
  readonly #types = new Map<XmlType, DecodeNode>()
  readonly #elements = new Map<ElementDecl, DecodeNode>()

  constructor(rules: DecoderRules) {
    this.#rules = rules
  }

  element(element: ElementDecl): DecodeNode {
    return this.#once(this.#elements, element, () => this.#compileElement(element))
  }

  type(type: XmlType): DecodeNode {
    return this.#once(this.#types, type, () =>
      type.kind === 'simple' ? this.#compileSimple(type, {}) : this.#compileComplex(type),
    )
  }

  /** A type that contains itself finds, while it is made, what will be it. */
  #once<Key>(made: Map<Key, DecodeNode>, key: Key, compile: () => DecodeNode): DecodeNode {
    const present = made.get(key)
    if (present) return present
    let compiled: DecodeNode | null = null
    made.set(key, (node, reading) => compiled?.(node, reading))
    compiled = compile()
    made.set(key, compiled)
    return compiled
  }

  #compileElement({ type, ...element }: ElementDecl): DecodeNode {
    const own =
      type.kind === 'simple' && (element.default !== undefined || element.fixed !== undefined)
        ? this.#compileSimple(type, element)
        : this.type(type)
    // Most elements carry no attributes that could say something else.
    return (node, reading) => {
      if (node.attributes.size === 0) return own(node, reading)
      if (isNil(node)) return null
      const href = node.attributes.get('href')
      if (href?.startsWith('#')) return follow(href.slice(1), own, reading)
      return own(node, reading)
    }
  }

  #compileSimple(type: SimpleType, preset: Pick<ElementDecl, 'default' | 'fixed'>): DecodeNode {
    if (isAnything(type)) return this.#readAnything
    const read = compileText(type, preset, this.#rules)
    return ({ children, text, scope }, { errores }) => {
      if (children.length === 0) return read(text, scope, errores)
      errores.push({ campo: '', mensaje: 'Se esperaba un valor, y hay elementos.' })
      return null
    }
  }

  #compileComplex(type: ComplexType): DecodeNode {
    if (isAnything(type)) return this.#readAnything
    const own = this.#compileContent(type, type.content)
    if (type.derived.length === 0) return type.abstract ? refuseAbstract : own
    const derived = new Map(
      type.derived.flatMap((each) => (each.name === null ? [] : [[each.name, each] as const])),
    )
    const names = namesOf(type.derived)
    return (node, reading) => {
      const name = node.attributes.get(TYPE)
      const resolved = name === undefined ? undefined : resolveName(name.trim(), node.scope)
      const other = resolved === undefined ? undefined : derived.get(resolved)
      if (!other) return type.abstract ? refuseAbstract(node, reading) : own(node, reading)
      const value = this.#ownOf(other)(node, reading)
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { '@xsi:type': names.get(other) ?? resolved, ...value }
        : value
    }
  }

  /** Without looking at `xsi:type` again. */
  readonly #contents = new Map<ComplexType, DecodeNode>()
  #ownOf(type: ComplexType): DecodeNode {
    return this.#once(this.#contents, type, () => this.#compileContent(type, type.content))
  }

  #compileContent(type: ComplexType, content: Content): DecodeNode {
    const attributes = compileAttributes(type, this.#rules)
    switch (content.kind) {
      case 'array':
        return this.#compileArray(content)
      case 'simple': {
        const read = this.#compileSimple(content.type, {})
        if (!attributes) return read
        return (node, reading) => {
          const fields: Record<string, unknown> = {}
          attributes.read(node, fields, reading.errores)
          const value = read(node, reading)
          if (value !== null) fields['#'] = value
          return fields
        }
      }
      case 'elements':
        return this.#compileElements(type, content.particle, attributes)
      case 'empty':
        return (node, { errores }) => {
          const fields: Record<string, unknown> = {}
          attributes?.read(node, fields, errores)
          for (const { local } of node.children) refuseUnknown(local, errores)
          readMixed(type, node, { fields, errores })
          return fields
        }
      case 'any':
        return this.#readAnything
    }
  }

  #compileArray({ item }: Extract<Content, { kind: 'array' }>): DecodeNode {
    const read = this.#compileItem(item)
    return (node, reading) => node.children.map((child, index) => placed(child, reading, read, '', index))
  }

  /** Items and parts are elements without a declaration of their own. */
  #compileItem(type: XmlType): DecodeNode {
    const read = this.type(type)
    return (node, reading) => {
      if (isNil(node)) return null
      const href = node.attributes.get('href')
      return href?.startsWith('#') ? follow(href.slice(1), read, reading) : read(node, reading)
    }
  }

  /** A part of an rpc message: named by the message, of a type. */
  part(type: XmlType): DecodeNode {
    return this.#compileItem(type)
  }

  #compileElements(
    type: ComplexType,
    particle: Extract<Content, { kind: 'elements' }>['particle'],
    attributes: ReturnType<typeof compileAttributes>,
  ): DecodeNode {
    const fields = listReadFields(particle, this.keep).map((field) => ({
      ...field,
      read: this.element(field.element),
    }))
    const find = compileFind(fields)
    const lists = fields.filter(({ repeated }) => repeated).map(({ campo }) => campo)
    const takesAny = holdsAny(particle)
    const check = this.#rules.counts ? compileContentCheck(particle) : null
    return (node, reading) => {
      const { errores } = reading
      const before = errores.length
      const data: Record<string, unknown> = {}
      for (const campo of lists) data[campo] = []
      const others = takesAny ? new GatheredFields(data) : null
      attributes?.read(node, data, errores)
      for (const child of node.children) {
        const field = find(child, node.uri)
        if (field) readField(child, field, data, reading)
        else if (others) this.#readUndeclared(child, others, reading)
        else refuseUnknown(child.local, errores)
      }
      readMixed(type, node, { fields: data, errores })
      // Of something that is not well anyway only what was sent is told.
      if (check !== null && errores.length === before) check(data, errores)
      return data
    }
  }

  /** The same strings for the same names. */
  readonly keep = (name: string): string => {
    const known = this.names.get(name)
    if (known === undefined) this.names.set(name, name)
    return known ?? name
  }

  #readUndeclared(child: XmlNode, data: GatheredFields, reading: Reading): void {
    const known = this.#rules.schema.elements.get(`{${child.uri}}${child.local}`)
    const read = known ? this.element(known) : this.#readAnything
    if (RESERVED.has(child.local)) refuseUnknown(child.local, reading.errores)
    else data.add(child.local, placed(child, reading, read, child.local))
  }

  /** Whatever stands there, by the type that it says it has. */
  readonly #readAnything: DecodeNode = (node, reading) => {
    if (isNil(node)) return null
    const href = node.attributes.get('href')
    if (href?.startsWith('#')) return follow(href.slice(1), this.#readAnything, reading)
    const stated = node.attributes.get(TYPE)
    const name = stated === undefined ? undefined : resolveName(stated.trim(), node.scope)
    if (name === ARRAY || node.attributes.has(ARRAY_TYPE))
      return node.children.map((child, index) => placed(child, reading, this.#readAnything, '', index))
    if (name === MAP) return this.#readMap(node, reading)
    const type = name === undefined ? undefined : this.#typeNamed(name)
    if (type) return this.type(type)(node, reading)
    return readAny(node, reading.errores, (child) => this.#readAnything(child, reading))
  }

  #readMap(node: XmlNode, reading: Reading): Record<string, unknown> {
    const fields: Record<string, unknown> = {}
    for (const { children } of node.children) {
      const key = children.find(({ local }) => local === 'key')?.text ?? ''
      const value = children.find(({ local }) => local === 'value')
      if (RESERVED.has(key)) refuseUnknown(key, reading.errores)
      else if (value) fields[key] = this.#readAnything(value, reading)
    }
    return fields
  }

  #typeNamed(name: QName): XmlType | undefined {
    const known = this.#rules.schema.types.get(name)
    if (known) return known
    const { uri, local } = splitName(name)
    return (uri === XSD || uri === SOAP_ENCODING) && isBuiltIn(local) ? standardType(local) : undefined
  }
}

function isBuiltIn(local: string): local is BuiltIn {
  return STANDARD.has(local)
}

const standardTypes = new Map<BuiltIn, SimpleType>()
/** A type of the standard that a document names although its schema does not. */
export function standardType(builtIn: BuiltIn): SimpleType {
  const known = standardTypes.get(builtIn)
  if (known) return known
  const type: SimpleType = {
    kind: 'simple',
    name: `{${XSD}}${builtIn}`,
    base: null,
    variety: { kind: 'atomic', primitive: builtIn },
    facets: {},
  }
  standardTypes.set(builtIn, type)
  return type
}

/** `anyType` and `anySimpleType`: their values say their type. */
export function isAnything(type: XmlType): boolean {
  if (type.kind === 'complex') return type.content.kind === 'any'
  return type.variety.kind === 'atomic' && type.variety.primitive === 'anySimpleType'
}

/** Local names where they tell derived types apart, else with their namespace. */
export function namesOf(types: readonly ComplexType[]): Map<ComplexType, string> {
  const count = new Map<string, number>()
  const locals = types.map(({ name }) => splitName(name ?? '').local)
  for (const local of locals) count.set(local, (count.get(local) ?? 0) + 1)
  return new Map(
    types.map((type, index) => {
      const local = locals[index] ?? ''
      return [type, count.get(local) === 1 ? local : (type.name ?? local)]
    }),
  )
}

interface NodeField extends ReadField {
  read: DecodeNode
}

/** One of its elements, put where it belongs. */
export function readField(
  child: XmlNode,
  field: NodeField,
  data: Record<string, unknown>,
  reading: Reading,
): void {
  const { campo, repeated, read } = field
  if (!repeated) {
    if (isTaken(field, data)) reading.errores.push({ campo, mensaje: 'Está más de una vez.' })
    else data[campo] = placed(child, reading, read, campo)
    return
  }
  const list = data[campo]
  if (!Array.isArray(list)) return
  // Clients that know no repeated elements send one that says it is an array.
  if (child.attributes.size > 0 && isEncodedArray(child))
    for (const item of child.children) list.push(placed(item, reading, read, campo, list.length))
  else list.push(placed(child, reading, read, campo, list.length))
}

function isEncodedArray({ attributes, scope }: XmlNode): boolean {
  const stated = attributes.get(TYPE)
  return attributes.has(ARRAY_TYPE) || (stated !== undefined && resolveName(stated.trim(), scope) === ARRAY)
}

/** What is wrong with it is told where it stands; that place is put in words only then. */
function placed(node: XmlNode, reading: Reading, read: DecodeNode, campo: string, index?: number): unknown {
  const { errores } = reading
  const before = errores.length
  const value = read(node, reading)
  if (errores.length > before)
    placeErrores(errores, before, index === undefined ? campo : `${campo}[${index}]`)
  return value
}

function follow(id: string, read: DecodeNode, reading: Reading): unknown {
  const target = reading.find(id)
  if (!target || target.size > reading.left || reading.depth === 0) {
    const mensaje = target ? 'Tiene demasiadas referencias.' : `No hay nada con id «${id}».`
    reading.errores.push({ campo: '', mensaje })
    return null
  }
  reading.left -= target.size
  reading.depth--
  const value = isNil(target.node) ? null : read(target.node, reading)
  reading.depth++
  return value
}

function refuseUnknown(local: string, errores: ErrorDeCampo[]): void {
  errores.push({ campo: local, mensaje: 'Este dato no está declarado.' })
}

const refuseAbstract: DecodeNode = (_node, { errores }) => {
  errores.push({ campo: '', mensaje: 'Falta xsi:type, que diga de cuál de sus tipos es.' })
  return null
}

function readMixed(
  { mixed }: ComplexType,
  { text }: XmlNode,
  { fields, errores }: { fields: Record<string, unknown>; errores: ErrorDeCampo[] },
): void {
  if (isBlank(text)) return
  if (mixed) fields['#'] = text.trim()
  else errores.push({ campo: '', mensaje: 'No admite texto fuera de sus elementos.' })
}
