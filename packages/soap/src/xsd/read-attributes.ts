import type { AttributeDecl, AttributeUse, QName } from '../model/schema.ts'
import { builtIn } from './built-ins.ts'
import { type Place, within } from './components.ts'
import type { Declarations } from './declarations.ts'
import { fieldNames } from './field-names.ts'
import { documentationOf, isXsd, qname, xsdChild } from './names.ts'

/** What a type or a group says of attributes; `null` prohibits one that a base has (Structures 3.2.2). */
export interface AttributeSet {
  uses: ReadonlyMap<QName, Omit<AttributeUse, 'campo'> | null>
  any: boolean
}

/** Of the children of a complexType, an extension, a restriction or an attributeGroup. */
export function readAttributes(place: Place, from: Declarations): AttributeSet {
  const uses = new Map<QName, Omit<AttributeUse, 'campo'> | null>()
  let any = false
  for (const node of place.node.children) {
    const at = within(place, node)
    if (isXsd(node, 'anyAttribute')) any = true
    if (isXsd(node, 'attributeGroup')) {
      const group = from.attributeGroupNamed(node.attributes.get('ref') ?? '', at)
      for (const [name, use] of group.uses) uses.set(name, use)
      any ||= group.any
    }
    if (isXsd(node, 'attribute')) {
      const attribute = attributeAt(at, from)
      const use = node.attributes.get('use')
      uses.set(attribute.name, use === 'prohibited' ? null : { attribute, required: use === 'required' })
    }
  }
  return { uses, any }
}

function attributeAt(place: Place, from: Declarations): AttributeDecl {
  const { node, unit } = place
  const reference = node.attributes.get('ref')
  if (reference !== undefined) return { ...from.attributeNamed(reference, place), ...valuesOf(place) }
  // Structures 3.2.2: form, else attributeFormDefault.
  const form = node.attributes.get('form') ?? unit.root.attributes.get('attributeFormDefault')
  const local = (node.attributes.get('name') ?? '').trim()
  return readAttribute(place, qname(form === 'qualified' ? unit.namespace : '', local), from)
}

export function readAttribute(place: Place, name: QName, from: Declarations): AttributeDecl {
  const { node } = place
  const reference = node.attributes.get('type')
  const inline = xsdChild(node, 'simpleType')
  const type =
    reference !== undefined
      ? from.simpleNamed(reference, place)
      : inline
        ? from.inlineSimple(within(place, inline))
        : builtIn('anySimpleType')
  return { name, type, ...valuesOf(place), ...documentationOf(node) }
}

/** Structures 3.2.2 and 3.3.2: the value constraint. */
export function valuesOf({ node }: Place): { default?: string; fixed?: string } {
  const given = node.attributes.get('default')
  const fixed = node.attributes.get('fixed')
  return { ...(given !== undefined && { default: given }), ...(fixed !== undefined && { fixed }) }
}

/** The base's with those of the derived type over them (Structures 3.4.2), and their fields. */
export function mergeAttributes(base: readonly AttributeUse[], own: AttributeSet['uses']): AttributeUse[] {
  const merged = new Map<QName, Omit<AttributeUse, 'campo'>>(base.map((use) => [use.attribute.name, use]))
  for (const [name, use] of own) {
    if (use === null) merged.delete(name)
    else merged.set(name, use)
  }
  const campos = fieldNames(merged.keys())
  return [...merged].map(([name, use]) => ({ ...use, campo: `@${campos.get(name)}` }))
}
