import type { Avisos } from '../avisos.ts'
import type { QName } from '../model/schema.ts'
import { WSDL } from '../xml/namespaces.ts'
import type { XmlNode } from '../xml/read-tree.ts'
import { expandName, localOf, qname } from '../xsd/names.ts'

/** A global part of a WSDL and the namespace of its document. */
export interface Named {
  name: QName
  node: XmlNode
  namespace: string
}

/** Messages, port types, bindings or services of all documents, by name (WSDL 1.1, 2.1.1). */
export class NamedParts {
  readonly #local: string
  readonly #avisos: Avisos
  readonly #parts = new Map<QName, Named>()

  constructor(
    local: 'message' | 'portType' | 'binding' | 'service',
    documents: readonly XmlNode[],
    avisos: Avisos,
  ) {
    this.#local = local
    this.#avisos = avisos
    for (const document of documents) {
      const namespace = document.attributes.get('targetNamespace')?.trim() ?? ''
      for (const node of wsdlChildren(document, local)) {
        const name = qname(namespace, (node.attributes.get('name') ?? '').trim())
        if (!this.#parts.has(name)) this.#parts.set(name, { name, node, namespace })
      }
    }
  }

  list(): Named[] {
    return [...this.#parts.values()]
  }

  /** By a reference; one with a wrong prefix means the only part of that local name. */
  find(reference: string | undefined, from: XmlNode): Named | undefined {
    if (reference === undefined) return undefined
    const { uri, local } = expandName(reference, from.scope)
    const exact = this.#parts.get(qname(uri ?? '', local))
    if (exact) return exact
    const others = this.list().filter(({ name }) => localOf(name) === local)
    if (others.length === 1) return others[0]
    this.#avisos.add(`No se encuentra ${this.#local} ${reference}.`)
    return undefined
  }
}

export function wsdlChildren(node: XmlNode, ...locals: readonly string[]): XmlNode[] {
  return node.children.filter((child) => child.uri === WSDL && locals.includes(child.local))
}

export function wsdlChild(node: XmlNode, local: string): XmlNode | undefined {
  return node.children.find((child) => child.uri === WSDL && child.local === local)
}
