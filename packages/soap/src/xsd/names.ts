import type { QName } from '../model/schema.ts'
import { XML, XSD } from '../xml/namespaces.ts'
import type { XmlNode } from '../xml/read-tree.ts'
import { namespaceOf, type Scope } from '../xml/scan-xml.ts'

/** Drafts that toolkits of the time went on writing (Apache SOAP, early .NET, MS SOAP Toolkit). */
const DRAFTS = new Set(['http://www.w3.org/1999/XMLSchema', 'http://www.w3.org/2000/10/XMLSchema'])

/** The namespace as it is understood here. */
export function canonical(uri: string): string {
  return DRAFTS.has(uri) ? XSD : uri
}

export function isXsd(node: XmlNode, ...locals: readonly string[]): boolean {
  return canonical(node.uri) === XSD && locals.includes(node.local)
}

export function xsdChildren(node: XmlNode, ...locals: readonly string[]): XmlNode[] {
  return node.children.filter((child) => isXsd(child, ...locals))
}

export function xsdChild(node: XmlNode, ...locals: readonly string[]): XmlNode | undefined {
  return node.children.find((child) => isXsd(child, ...locals))
}

export function qname(uri: string, local: string): QName {
  return uri === '' ? local : `{${uri}}${local}`
}

export function localOf(name: QName): string {
  return name.slice(name.indexOf('}') + 1)
}

/** A QName in content, by the prefixes around it; unlike attributes' own names it is in the default namespace (Structures 3.15.3). */
export function expandName(text: string, scope: Scope): { uri: string | undefined; local: string } {
  const [prefix = '', local] = splitPrefix(text.trim())
  const uri = prefix === 'xml' ? XML : namespaceOf(scope, prefix)
  return { uri: uri === undefined ? (prefix === '' ? '' : undefined) : canonical(uri), local }
}

function splitPrefix(text: string): [string, string] {
  const colon = text.indexOf(':')
  return colon === -1 ? ['', text] : [text.slice(0, colon), text.slice(colon + 1)]
}

/** What an annotation says (Structures 3.13), as one text. */
export function documentationOf(node: XmlNode): { documentation?: string } {
  const texts = xsdChildren(node, 'annotation')
    .flatMap((annotation) => xsdChildren(annotation, 'documentation'))
    .map(plainText)
    .filter((text) => text !== '')
  return texts.length === 0 ? {} : { documentation: texts.join('\n') }
}

/** With the text of whatever markup stands in it, in one line. */
export function plainText(node: XmlNode): string {
  const texts = [node.text, ...node.children.map(plainText)]
  return texts.join(' ').replace(/\s+/g, ' ').trim()
}

export function isTrue(text: string | undefined): boolean {
  return text !== undefined && /^\s*(?:true|1)\s*$/.test(text)
}
