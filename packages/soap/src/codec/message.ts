import { type ErrorDeCampo, isPlainObject, placeErrores } from '@div/contract'
import type { ElementDecl, XmlType } from '../model/schema.ts'
import type { WsdlMessage, WsdlOperation, WsdlPart } from '../model/wsdl.ts'
import { ENVELOPE, SOAP_ENCODING } from '../xml/namespaces.ts'
import type { XmlNode } from '../xml/read-tree.ts'
import type { Codec, ElementCodec } from './codec.ts'
import type { Reading } from './decoder.ts'
import { splitName } from './prefixes.ts'
import { namespacesOf } from './reachable.ts'
import type { Beside } from './writing.ts'

/** What an operation takes or answers, between the body of an envelope and one object. */
export interface MessageCodec {
  /** Of the Body. */
  decode(body: XmlNode, errores: ErrorDeCampo[]): Record<string, unknown>
  /** What stands in the Body. */
  encode(data: Readonly<Record<string, unknown>>, errores: ErrorDeCampo[], beside?: Beside): string
  /** Declarations of the namespaces that it uses, for the tag of the envelope. */
  declarations: string
  /** What the one element may be called that it is, without namespaces; null: it is not one element with fields. */
  roots: readonly string[] | null
}

export interface MessageRules {
  message: WsdlMessage
  style: WsdlOperation['style']
  /** Of the element around the parts of an rpc message: the operation's name, for an answer with `Response`. */
  wrapper: string
}

export function compileMessage(codec: Codec, rules: MessageRules): MessageCodec {
  const { parts } = rules.message
  const uris = namespacesOf({
    elements: parts.flatMap((part) => ('element' in part ? [part.element] : [])),
    types: parts.flatMap((part) => ('type' in part ? [part.type] : [])),
    ofAny: codec.namespaces,
  })
  if (rules.style === 'rpc') return compileRpc(codec, rules, uris)
  const declarations = codec.prefixes.declare(uris)
  const element = wholeElement(rules)
  if (element) {
    const { decode, encode } = codec.element(element)
    return {
      declarations,
      roots: [element, ...element.substitutes].map(({ name }) => splitName(name).local),
      decode: (body, errores) => asFields(readOnly(body, { decode, codec, errores })),
      encode: (data, errores, beside) => encode(data, codec.beginWriting(errores, beside)),
    }
  }
  const compiled = compileParts(codec, parts, { isComplete: true })
  return {
    declarations,
    roots: null,
    encode: compiled.encode,
    decode: (body, errores) => compiled.decode(body.children, { around: body, errores }),
  }
}

/** The one element that is all of a message, whose fields are those of the message; null: there is no such. */
export function wholeElement({ message: { parts }, style }: MessageRules): ElementDecl | null {
  const [only] = parts
  if (style === 'rpc' || !only || parts.length > 1 || !('element' in only)) return null
  return holdsFields(only.element.type) ? only.element : null
}

/** Whether its values are objects, whose fields can be those of the message. */
function holdsFields(type: XmlType): boolean {
  if (type.kind === 'simple') return false
  const { kind } = type.content
  return kind === 'elements' || kind === 'empty' || (kind === 'simple' && type.attributes.length > 0)
}

function readOnly(
  body: XmlNode,
  { decode, codec, errores }: { decode: ElementCodec['decode']; codec: Codec; errores: ErrorDeCampo[] },
): unknown {
  const first = onlyElement(body, errores)
  return first ? decode(first, codec.beginReading(errores, body)) : {}
}

/** What is called, and nothing beside it that nobody would read. */
function onlyElement({ children }: XmlNode, errores: ErrorDeCampo[]): XmlNode | undefined {
  const [first, ...others] = children
  const beside = others.filter((other) => !isReferredTo(other))
  if (first && beside.length > 0) errores.push({ campo: '', mensaje: sayTooMany([first, ...beside]) })
  return first
}

/** Of those that came, so many are named. */
const NAMED_ELEMENTS = 4

function sayTooMany(came: readonly XmlNode[]): string {
  const named = came.slice(0, NAMED_ELEMENTS).map(({ local }) => `«${local}»`)
  const more = came.length - named.length
  const which = new Intl.ListFormat('es').format([...named, ...(more > 0 ? [`${more} más`] : [])])
  return `En el Body se esperaba un solo elemento y llegaron ${came.length}: ${which}.`
}

const UNDECLARED = 'Este dato no está declarado.'

/** What parts refer to stands beside them (SOAP 1.1, 5.1). */
function isReferredTo({ attributes }: XmlNode): boolean {
  return attributes.has('id')
}

function asFields(value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : {}
}

interface Part {
  nombre: string
  local: string
  codec: ElementCodec
}

function partOf(codec: Codec, part: WsdlPart): Part {
  if ('type' in part) return { nombre: part.name, local: part.name, codec: codec.part(part.name, part.type) }
  const { local } = splitName(part.element.name)
  return { nombre: local, local, codec: codec.element(part.element) }
}

interface PartsCodec {
  decode(
    elements: readonly XmlNode[],
    options: { around: XmlNode; errores: ErrorDeCampo[] },
  ): Record<string, unknown>
  encode: MessageCodec['encode']
}

/** Elements that stand side by side, each a field. `isComplete`: one that is left out is missed, and not null (SOAP 1.1, 5.1). */
function compileParts(
  codec: Codec,
  parts: readonly WsdlPart[],
  { isComplete }: { isComplete: boolean },
): PartsCodec {
  const compiled = parts.map((part) => partOf(codec, part))
  const byLocal = new Map(compiled.map((part) => [part.local, part]))
  const byNombre = new Set(compiled.map(({ nombre }) => nombre))
  return {
    decode(elements, { around, errores }) {
      const reading = codec.beginReading(errores, around)
      const data: Record<string, unknown> = {}
      for (const child of elements) readPart(child, byLocal.get(child.local), { data, reading })
      if (isComplete) refuseMissing(compiled, data, errores)
      return data
    },
    encode(data, errores, beside) {
      refuseUnwritten(data, byNombre, errores)
      let written = ''
      for (const { nombre, codec: own } of compiled) {
        const before = errores.length
        const value = Object.hasOwn(data, nombre) ? data[nombre] : null
        written += own.encode(value, codec.beginWriting(errores, beside))
        if (errores.length > before) placeErrores(errores, before, nombre)
      }
      return written
    },
  }
}

/** What no part takes would be lost without a word. */
function refuseUnwritten(
  data: Readonly<Record<string, unknown>>,
  declared: ReadonlySet<string>,
  errores: ErrorDeCampo[],
): void {
  for (const [campo, value] of Object.entries(data))
    if (!declared.has(campo) && value !== null && value !== undefined)
      errores.push({ campo, mensaje: UNDECLARED })
}

function readPart(
  node: XmlNode,
  part: Part | undefined,
  { data, reading }: { data: Record<string, unknown>; reading: Reading },
): void {
  const { errores } = reading
  if (!part) {
    if (!isReferredTo(node)) errores.push({ campo: node.local, mensaje: UNDECLARED })
    return
  }
  const { nombre } = part
  // WSDL 1.1, 3.5: each part once. What comes again would take the place of what came before.
  if (Object.hasOwn(data, nombre))
    return void errores.push({ campo: nombre, mensaje: 'Está más de una vez.' })
  const before = errores.length
  data[nombre] = part.codec.decode(node, reading)
  if (errores.length > before) placeErrores(errores, before, nombre)
}

function refuseMissing(
  parts: readonly Part[],
  data: Readonly<Record<string, unknown>>,
  errores: ErrorDeCampo[],
): void {
  for (const { nombre } of parts)
    if (!Object.hasOwn(data, nombre)) errores.push({ campo: nombre, mensaje: 'Falta este dato.' })
}

/** WSDL 1.1, 3.5: an element named as the operation around the parts, which have no namespace (WS-I BP 1.1, R2735). */
function compileRpc(codec: Codec, { message, wrapper }: MessageRules, uris: Set<string>): MessageCodec {
  const { prefixes } = codec
  const tag = prefixes.tagOf(message.namespace, wrapper)
  const inner = compileParts(codec, message.parts, { isComplete: false })
  const style =
    message.use === 'encoded'
      ? ` ${prefixes.tagOf(ENVELOPE['1.1'], 'encodingStyle')}="${message.encodingStyle ?? SOAP_ENCODING}"`
      : ''
  if (message.namespace !== '') uris.add(message.namespace)
  if (message.use === 'encoded') uris.add(ENVELOPE['1.1']).add(SOAP_ENCODING)
  return {
    declarations: prefixes.declare(uris),
    roots: null,
    decode(body, errores) {
      const around = onlyElement(body, errores)
      // Without it every part would read as null, as if it had been answered.
      if (!around && message.parts.length > 0) errores.push({ campo: '', mensaje: `Falta «${wrapper}».` })
      return inner.decode(around?.children ?? [], { around: body, errores })
    },
    encode: (data, errores, beside) => `<${tag}${style}>${inner.encode(data, errores, beside)}</${tag}>`,
  }
}
