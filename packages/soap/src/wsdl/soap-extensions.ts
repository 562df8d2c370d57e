import { lookUp } from '@div/contract'
import type { SoapVersion } from '../model/wsdl.ts'
import type { XmlNode } from '../xml/read-tree.ts'

/** WSDL 1.1, 3; the binding of SOAP 1.2 has the same elements. */
const VERSIONS: Readonly<Record<string, SoapVersion>> = {
  'http://schemas.xmlsoap.org/wsdl/soap/': '1.1',
  'http://schemas.xmlsoap.org/wsdl/soap12/': '1.2',
}
const MIME = 'http://schemas.xmlsoap.org/wsdl/mime/'

export function soapVersionOf(node: XmlNode): SoapVersion | undefined {
  return lookUp(VERSIONS, node.uri)
}

function soapChildren(node: XmlNode, local: string): XmlNode[] {
  return node.children.filter((child) => child.local === local && soapVersionOf(child) !== undefined)
}

export function soapChild(node: XmlNode, local: string): XmlNode | undefined {
  return soapChildren(node, local)[0]
}

export interface BodyExtensions {
  body: XmlNode | undefined
  headers: XmlNode[]
  /** Parts beside the envelope: mime:content (5.4). */
  contents: XmlNode[]
}

/** Of an input or output; within mime:multipartRelated (5.5) the envelope is one of the parts. */
export function bodyExtensions(io: XmlNode | undefined): BodyExtensions {
  if (!io) return { body: undefined, headers: [], contents: [] }
  const parts = mimeChildren(io, 'multipartRelated').flatMap((related) => mimeChildren(related, 'part'))
  const envelope = parts.find((part) => soapChild(part, 'body'))
  return {
    body: soapChild(io, 'body') ?? (envelope && soapChild(envelope, 'body')),
    headers: [io, ...parts].flatMap((each) => soapChildren(each, 'header')),
    contents: parts.flatMap((part) => mimeChildren(part, 'content')),
  }
}

function mimeChildren(node: XmlNode, local: string): XmlNode[] {
  return node.children.filter((child) => child.uri === MIME && child.local === local)
}
