import type { WsdlHeader, WsdlMessage, WsdlPart } from '../model/wsdl.ts'
import type { XmlNode } from '../xml/read-tree.ts'
import { localOf } from '../xsd/names.ts'
import { type Named, wsdlChildren } from './named-parts.ts'
import { type BodyExtensions, bodyExtensions } from './soap-extensions.ts'
import type { WsdlContext } from './wsdl-context.ts'

/** Where WS-Addressing says the action of a message: its metadata, the WSDL binding before it, and drafts. */
const ACTIONS = [
  'http://www.w3.org/2007/05/addressing/metadata',
  'http://www.w3.org/2006/05/addressing/wsdl',
  'http://www.w3.org/2005/08/addressing',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing',
].map((uri) => `{${uri}}Action`)

interface MessageOptions {
  style: 'document' | 'rpc'
  /** The `input` or `output` of the port type's operation. */
  abstract: XmlNode
  /** That of the binding. */
  concrete: XmlNode | undefined
  /** Of the document of the binding. */
  targetNamespace: string
  /** Name of the element of a wrapped message. */
  wrapper: string
}

/** WSDL 1.1, 3.5 and 3.7: which parts stand in the body, in headers and beside the envelope. */
export function readMessage(options: MessageOptions, context: WsdlContext): WsdlMessage {
  const { style, abstract, concrete, targetNamespace, wrapper } = options
  const message = context.messages.find(abstract.attributes.get('message'), abstract)
  const extensions = bodyExtensions(concrete)
  const { body } = extensions
  const all = message ? partsOf(message, style, context) : []
  const attachments = attachmentsOf(extensions)
  const parts = bodyParts(all, extensions, { message, attachments, context })
  const action = ACTIONS.map((name) => abstract.attributes.get(name)).find((each) => each !== undefined)
  const encodingStyle = body?.attributes.get('encodingStyle')
  return {
    use: useOf(body),
    namespace: body?.attributes.get('namespace') ?? targetNamespace,
    ...(encodingStyle !== undefined && { encodingStyle }),
    parts,
    headers: extensions.headers.flatMap((header) => readHeader(header, context)),
    wrapped: style === 'document' && isWrapped(parts, wrapper),
    attachments,
    ...(action !== undefined && { action }),
  }
}

/** The one part of a message that a header or a fault names, or its first. */
export function messagePart(
  message: Named,
  partName: string | undefined,
  context: WsdlContext,
): WsdlPart | undefined {
  // WSDL 1.1, 3.6 and 3.7: they are elements whatever the style of the operation.
  const parts = partsOf(message, 'document', context)
  return parts.find(({ name }) => name === partName) ?? parts[0]
}

function partsOf(
  { node: message, namespace }: Named,
  style: 'document' | 'rpc',
  context: WsdlContext,
): WsdlPart[] {
  return wsdlChildren(message, 'part').map((node) => {
    const name = node.attributes.get('name')?.trim() ?? ''
    const element = node.attributes.get('element')
    const unit = { root: message, location: '', namespace, chameleon: false }
    if (element === undefined) {
      return { name, type: context.types.typeNamed(node.attributes.get('type') ?? 'anyType', { node, unit }) }
    }
    const declared = context.types.elementNamed(element, { node, unit })
    // WS-I R2203 forbids elements in rpc; who writes them means their type, since the part names the element (WSDL 1.1, 3.5).
    return style === 'rpc' ? { name, type: declared.type } : { name, element: declared }
  })
}

function bodyParts(
  all: readonly WsdlPart[],
  { body, headers }: BodyExtensions,
  rest: { message: Named | undefined; attachments: WsdlMessage['attachments']; context: WsdlContext },
): WsdlPart[] {
  const names = body?.attributes.get('parts')?.trim()
  if (names !== undefined) {
    const named = all.filter(({ name }) => names.split(/\s+/).includes(name))
    // gSOAP writes `Body` whatever its parts are called.
    if (named.length > 0 || names === '' || all.length === 0) return named
    rest.context.avisos.add(`El cuerpo de un mensaje nombra partes que no tiene (${names}): se toman todas.`)
  }
  // Without `parts` all of them (3.5), which cannot mean those that the binding puts elsewhere.
  const elsewhere = new Set(rest.attachments.map(({ part }) => part))
  for (const header of headers) {
    const of = rest.context.messages.find(header.attributes.get('message'), header)
    if (of && of === rest.message) elsewhere.add(header.attributes.get('part') ?? '')
  }
  return all.filter(({ name }) => !elsewhere.has(name))
}

function attachmentsOf({ contents }: BodyExtensions): WsdlMessage['attachments'] {
  const types = Map.groupBy(contents, (content) => content.attributes.get('part') ?? '')
  types.delete('')
  return [...types].map(([part, each]) => ({
    part,
    contentTypes: each.map((content) => content.attributes.get('type') ?? 'application/octet-stream'),
  }))
}

function readHeader(header: XmlNode, context: WsdlContext): WsdlHeader[] {
  const message = context.messages.find(header.attributes.get('message'), header)
  const part = message && messagePart(message, header.attributes.get('part'), context)
  return part ? [{ part, use: useOf(header) }] : []
}

function useOf(node: XmlNode | undefined): 'literal' | 'encoded' {
  return node?.attributes.get('use') === 'encoded' ? 'encoded' : 'literal'
}

/** An element named as the operation, of a sequence without attributes: what toolkits show as arguments. */
function isWrapped(parts: readonly WsdlPart[], wrapper: string): boolean {
  const [part, ...others] = parts
  if (others.length > 0 || !part || !('element' in part) || localOf(part.element.name) !== wrapper)
    return false
  const { type } = part.element
  if (type.kind !== 'complex' || type.mixed || type.attributes.length > 0) return false
  if (type.content.kind === 'empty') return true
  if (type.content.kind !== 'elements') return false
  const { particle } = type.content
  return particle.kind === 'sequence' && particle.max === 1
}
