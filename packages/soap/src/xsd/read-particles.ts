import type { AnyParticle, ElementDecl, GroupParticle, Particle, QName } from '../model/schema.ts'
import { ANY_TYPE } from './built-ins.ts'
import { type Place, within } from './components.ts'
import type { Declarations } from './declarations.ts'
import { documentationOf, isTrue, isXsd, qname, xsdChild } from './names.ts'
import { valuesOf } from './read-attributes.ts'

/** What holds particles inside a type or a group. */
export const MODEL_GROUPS = ['sequence', 'choice', 'all', 'group'] as const

/** Structures 3.8 and 3.9, as written: whoever takes it into a type names its fields. Null: nothing can stand there. */
export function readParticle(place: Place, from: Declarations): Particle | null {
  const { node } = place
  const times = occurrenceOf(place)
  if (times.max === 0) return null
  if (isXsd(node, 'element')) {
    return { kind: 'element', element: elementAt(place, from), campo: '', repeated: false, ...times }
  }
  if (isXsd(node, 'any')) return { ...readAny(place), ...times }
  if (isXsd(node, 'group')) {
    const group = from.groupNamed(node.attributes.get('ref') ?? '', place)
    return group && { ...group, ...times }
  }
  return { ...readGroup(place, from), ...times }
}

/** A `sequence`, a `choice` or an `all`, once. */
export function readGroup(place: Place, from: Declarations): GroupParticle {
  const { node } = place
  const kind = node.local === 'choice' || node.local === 'all' ? node.local : 'sequence'
  const particles = node.children
    .filter((child) => isXsd(child, 'element', 'any', ...MODEL_GROUPS))
    .map((child) => readParticle(within(place, child), from))
    .filter((particle) => particle !== null)
  return { kind, particles, min: 1, max: 1 }
}

function occurrenceOf({ node }: Place): { min: number; max: number } {
  const max = node.attributes.get('maxOccurs')?.trim()
  const most = max === 'unbounded' ? Number.POSITIVE_INFINITY : countOf(max)
  return { min: Math.min(countOf(node.attributes.get('minOccurs')), most), max: most }
}

function countOf(text: string | undefined): number {
  const count = Number.parseInt(text ?? '', 10)
  return Number.isSafeInteger(count) && count >= 0 ? count : 1
}

/** Structures 3.10.2. */
function readAny({ node, unit }: Place): Pick<AnyParticle, 'kind' | 'namespaces' | 'processContents'> {
  const namespace = (node.attributes.get('namespace') ?? '##any').trim()
  const process = node.attributes.get('processContents')
  return {
    kind: 'any',
    namespaces:
      namespace === '##any' || namespace === '##other'
        ? namespace
        : namespace
            .split(/\s+/)
            .map((each) => (each === '##targetNamespace' ? unit.namespace : each === '##local' ? '' : each)),
    processContents: process === 'lax' || process === 'skip' ? process : 'strict',
  }
}

function elementAt(place: Place, from: Declarations): ElementDecl {
  const { node, unit } = place
  const reference = node.attributes.get('ref')
  if (reference !== undefined) return from.elementNamed(reference, place)
  // Structures 3.3.2: form, else elementFormDefault.
  const form = node.attributes.get('form') ?? unit.root.attributes.get('elementFormDefault')
  const local = (node.attributes.get('name') ?? '').trim()
  const element = declareElement(place, qname(form === 'qualified' ? unit.namespace : '', local))
  element.type = elementType(place, from) ?? ANY_TYPE
  return element
}

/** Everything but its type. */
export function declareElement(place: Place, name: QName): ElementDecl {
  const { node } = place
  return {
    name,
    type: ANY_TYPE,
    nillable: isTrue(node.attributes.get('nillable')),
    abstract: isTrue(node.attributes.get('abstract')),
    substitutes: [],
    ...valuesOf(place),
    ...documentationOf(node),
  }
}

/** Undefined: it does not say. */
export function elementType(place: Place, from: Declarations): ElementDecl['type'] | undefined {
  const reference = place.node.attributes.get('type')
  if (reference !== undefined) return from.typeNamed(reference, place)
  const inline = xsdChild(place.node, 'complexType', 'simpleType')
  return inline && from.inlineType(within(place, inline))
}
