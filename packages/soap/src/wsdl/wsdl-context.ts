import type { Avisos } from '../avisos.ts'
import type { XmlNode } from '../xml/read-tree.ts'
import type { SchemaBuilder } from '../xsd/build-schema.ts'
import { plainText } from '../xsd/names.ts'
import { type NamedParts, wsdlChild } from './named-parts.ts'

/** What reading a part of a WSDL asks of the others. */
export interface WsdlContext {
  types: SchemaBuilder
  messages: NamedParts
  portTypes: NamedParts
  bindings: NamedParts
  avisos: Avisos
}

/** WSDL 1.1, 2: any part may have one. */
export function wsdlDocumentation(...nodes: readonly (XmlNode | undefined)[]): { documentation?: string } {
  for (const node of nodes) {
    const documentation = node && wsdlChild(node, 'documentation')
    const text = documentation ? plainText(documentation) : ''
    if (text !== '') return { documentation: text }
  }
  return {}
}
