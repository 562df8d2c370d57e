import { lookUp } from '@div/contract'
import type { XmlNode } from '../xml/read-tree.ts'
import { qname, xsdChild, xsdChildren } from './names.ts'

/** One schema document, as it counts for one namespace: an included one without its own takes that of whoever includes it (Structures 4.2.1). */
export interface Unit {
  root: XmlNode
  location: string
  namespace: string
  chameleon: boolean
}

/** A global declaration and where it stands; of a redefinition (4.2.2) also what it redefines. */
export interface Component {
  node: XmlNode
  unit: Unit
  redefines?: Component
}

export type ComponentKind = 'element' | 'type' | 'attribute' | 'group' | 'attributeGroup'

export type Components = Readonly<Record<ComponentKind, ReadonlyMap<string, Component>>>

export interface Redefinition {
  /** The `redefine` element. */
  node: XmlNode
  unit: Unit
}

const KINDS: Readonly<Record<string, ComponentKind>> = {
  element: 'element',
  simpleType: 'type',
  complexType: 'type',
  attribute: 'attribute',
  group: 'group',
  attributeGroup: 'attributeGroup',
}

/** Everything global by its name. What is declared twice stands as it came first, except that it is redefined. */
export function collectComponents(
  units: readonly Unit[],
  redefinitions: readonly Redefinition[],
): Components {
  const components: Record<ComponentKind, Map<string, Component>> = {
    element: new Map(),
    type: new Map(),
    attribute: new Map(),
    group: new Map(),
    attributeGroup: new Map(),
  }
  for (const unit of units) {
    for (const { node, kind, name } of globalsOf(unit.root, unit.namespace)) {
      if (!components[kind].has(name)) components[kind].set(name, { node, unit })
    }
  }
  for (const { node: redefine, unit } of redefinitions) {
    for (const { node, kind, name } of globalsOf(redefine, unit.namespace)) {
      const redefines = components[kind].get(name)
      components[kind].set(name, { node, unit, ...(redefines && { redefines }) })
    }
  }
  return components
}

function* globalsOf(root: XmlNode, namespace: string) {
  for (const node of xsdChildren(root, ...Object.keys(KINDS))) {
    const kind = lookUp(KINDS, node.local)
    const local = node.attributes.get('name')?.trim()
    if (kind !== undefined && local) yield { node, kind, name: qname(namespace, local) }
  }
}

/** Where something stands: its node, its document, and the global declaration around it. */
export interface Place {
  node: XmlNode
  unit: Unit
  self?: Component
}

export function placeOf(component: Component): Place {
  return { node: component.node, unit: component.unit, self: component }
}

export function within(place: Place, node: XmlNode): Place {
  return { ...place, node }
}

export function childPlace(place: Place, ...locals: readonly string[]): Place | undefined {
  const node = xsdChild(place.node, ...locals)
  return node && within(place, node)
}
