import type { Facets, SimpleType, XmlType } from '../model/schema.ts'
import type { XmlNode } from '../xml/read-tree.ts'
import { builtIn } from './built-ins.ts'
import { type Place, within } from './components.ts'
import type { Declarations } from './declarations.ts'
import { documentationOf, xsdChild, xsdChildren } from './names.ts'

/** Structures 3.14: restriction, list or union. */
export function readSimple(place: Place, name: string | null, from: Declarations): SimpleType {
  const { node } = place
  const documentation = documentationOf(node)
  const way = xsdChild(node, 'restriction', 'list', 'union')
  const inside = way && within(place, way)
  if (inside?.node.local === 'list') {
    const item = namedOrInline(inside, 'itemType', from)
    return {
      kind: 'simple',
      name,
      base: null,
      variety: { kind: 'list', item },
      facets: { whiteSpace: 'collapse' },
      ...documentation,
    }
  }
  if (inside?.node.local === 'union') {
    return {
      kind: 'simple',
      name,
      base: null,
      variety: { kind: 'union', members: membersOf(inside, from) },
      facets: {},
      ...documentation,
    }
  }
  const base = inside ? namedOrInline(inside, 'base', from) : builtIn('string')
  return { ...restrict(base, way ? [way] : []), name, ...documentation }
}

function membersOf(place: Place, from: Declarations): SimpleType[] {
  const named = (place.node.attributes.get('memberTypes') ?? '').split(/\s+/).filter((each) => each !== '')
  return [
    ...named.map((each) => from.simpleNamed(each, place)),
    ...xsdChildren(place.node, 'simpleType').map((each) => from.inlineSimple(within(place, each))),
  ]
}

function namedOrInline(place: Place, attribute: string, from: Declarations): SimpleType {
  const reference = place.node.attributes.get(attribute)
  if (reference !== undefined) {
    return attribute === 'base'
      ? asSimple(from.baseNamed(reference, place), from)
      : from.simpleNamed(reference, place)
  }
  const inline = xsdChild(place.node, 'simpleType')
  return inline ? from.inlineSimple(within(place, inline)) : builtIn('anySimpleType')
}

/** Of a complex type with simple content its value; of any other no more is known than that text stands there. */
export function asSimple(type: XmlType, from: Declarations): SimpleType {
  if (type.kind === 'simple') return type
  const { content } = from.filled(type)
  return content.kind === 'simple' ? content.type : builtIn('anySimpleType')
}

/** An anonymous type that is the base with the facets of these elements too (Datatypes 4.3). */
export function restrict(base: SimpleType, restrictions: readonly XmlNode[]): SimpleType {
  return {
    kind: 'simple',
    name: null,
    base,
    variety: base.variety,
    facets: restrictions.reduce(addFacets, base.facets),
  }
}

const LENGTHS = ['length', 'minLength', 'maxLength', 'totalDigits', 'fractionDigits'] as const
const BOUNDS = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const

function addFacets(inherited: Facets, restriction: XmlNode): Facets {
  const facets: Facets = { ...inherited }
  const values = (local: string) =>
    xsdChildren(restriction, local).map((facet) => facet.attributes.get('value') ?? '')
  const enumeration = values('enumeration')
  if (enumeration.length > 0) facets.enumeration = enumeration
  // Datatypes 4.3.4.2: those of one step are alternatives, those of several steps hold together.
  const patterns = values('pattern')
  if (patterns.length > 0) facets.patterns = [...(facets.patterns ?? []), oneOf(patterns)]
  for (const local of LENGTHS) {
    const number = Number.parseInt(values(local)[0] ?? '', 10)
    if (Number.isSafeInteger(number) && number >= 0) facets[local] = number
  }
  for (const local of BOUNDS) {
    const [value] = values(local)
    if (value !== undefined) facets[local] = value.trim()
  }
  const [whiteSpace] = values('whiteSpace')
  if (whiteSpace === 'preserve' || whiteSpace === 'replace' || whiteSpace === 'collapse')
    facets.whiteSpace = whiteSpace
  return facets
}

function oneOf(patterns: readonly string[]): string {
  const [first = '', ...others] = patterns
  return others.length === 0 ? first : patterns.map((each) => `(${each})`).join('|')
}
