import type { Avisos } from '../avisos.ts'
import { XSD } from '../xml/namespaces.ts'
import type { Component, ComponentKind, Components, Place } from './components.ts'
import { expandName, localOf, qname } from './names.ts'

const NOUNS: Readonly<Record<ComponentKind, string>> = {
  element: 'el elemento',
  type: 'el tipo',
  attribute: 'el atributo',
  group: 'el grupo',
  attributeGroup: 'el grupo de atributos',
}

interface Found {
  name: string
  component: Component | undefined
}

/**
 * Looks names up. Documents that forget an import, a prefix or the default namespace are common, and mean what their authors' tool made of
 * them: what is not where it is said to be is taken from their own namespace, and else from the only one that has it.
 */
export class ComponentFinder {
  readonly #components: Components
  readonly #avisos: Avisos
  readonly #byLocal = new Map<ComponentKind, Map<string, string[]>>()

  constructor(components: Components, avisos: Avisos) {
    this.#components = components
    this.#avisos = avisos
  }

  /** `known` answers whether something outside the documents has the name. */
  find(kind: ComponentKind, text: string, { node, unit }: Place, known: (name: string) => boolean): Found {
    const { uri, local } = expandName(text, node.scope)
    // Structures 4.2.1: what an included document without a namespace refers to has that of whoever includes it.
    const namespace = uri === '' && unit.chameleon ? unit.namespace : uri
    const components = this.#components[kind]
    const name = qname(namespace ?? '', local)
    const exact = namespace === undefined ? undefined : components.get(name)
    if (exact || (namespace !== undefined && known(name))) return { name, component: exact }
    const own = qname(unit.namespace, local)
    const standard = qname(XSD, local)
    const others = this.#namesOf(kind, local)
    const other = components.has(own)
      ? own
      : known(standard)
        ? standard
        : others.length === 1
          ? others[0]
          : undefined
    if (other === undefined) {
      this.#avisos.add(`No se encuentra ${NOUNS[kind]} ${text} (${name}).`)
      return { name, component: undefined }
    }
    this.#avisos.add(`No se encuentra ${NOUNS[kind]} ${text} (${name}); se toma ${other}.`)
    return { name: other, component: components.get(other) }
  }

  #namesOf(kind: ComponentKind, local: string): readonly string[] {
    let index = this.#byLocal.get(kind)
    if (!index) {
      index = Map.groupBy(this.#components[kind].keys(), localOf)
      this.#byLocal.set(kind, index)
    }
    return index.get(local) ?? []
  }
}
