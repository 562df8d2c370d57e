import type { ComplexType, Content, Particle, XmlType } from '../model/schema.ts'
import { SOAP_ENCODING } from '../xml/namespaces.ts'
import { ANY_TYPE } from './built-ins.ts'
import { childPlace, type Place } from './components.ts'
import type { Declarations } from './declarations.ts'
import { documentationOf, isTrue, qname } from './names.ts'
import { placeParticles } from './place-particles.ts'
import { mergeAttributes, readAttributes } from './read-attributes.ts'
import { MODEL_GROUPS, readParticle } from './read-particles.ts'
import { asSimple, restrict } from './read-simple.ts'
import { readSoapArray } from './soap-array.ts'

const ARRAY_TYPE = qname(SOAP_ENCODING, 'arrayType')

/** Everything that a complex type can say before others are read: its content comes with `fillComplex`. */
export function declareComplex({ node }: Place, name: string | null): ComplexType {
  return {
    kind: 'complex',
    name,
    abstract: isTrue(node.attributes.get('abstract')),
    mixed: false,
    base: null,
    derivation: null,
    derived: [],
    content: { kind: 'empty' },
    attributes: [],
    anyAttribute: false,
    ...documentationOf(node),
  }
}

/** Structures 3.4.2: its own content, or that of its base with what it adds or restricts. */
export function fillComplex(type: ComplexType, place: Place, from: Declarations): void {
  const wrapper = childPlace(place, 'complexContent', 'simpleContent')
  const way = wrapper && childPlace(wrapper, 'extension', 'restriction')
  const mixed = isTrue(wrapper?.node.attributes.get('mixed') ?? place.node.attributes.get('mixed'))
  if (way) {
    fillDerived(type, { way, mixed, isSimple: wrapper.node.local === 'simpleContent' }, from)
    return
  }
  const { uses, any } = readAttributes(place, from)
  type.mixed = mixed
  type.content = contentOf(ownParticle(place, from), mixed, from)
  type.attributes = mergeAttributes([], uses)
  type.anyAttribute = any
}

function fillDerived(
  type: ComplexType,
  { way, mixed, isSimple }: { way: Place; mixed: boolean; isSimple: boolean },
  from: Declarations,
): void {
  const base = baseOf(way, from)
  const extending = way.node.local === 'extension'
  // Every type derives from anyType (3.4.7): saying so adds nothing.
  const inherited = base.kind === 'complex' && base !== ANY_TYPE ? base : null
  const { uses, any } = readAttributes(way, from)
  if (base !== ANY_TYPE) {
    type.base = base
    type.derivation = extending ? 'extension' : 'restriction'
  }
  type.mixed = mixed || (extending && inherited?.mixed === true)
  type.content =
    isSimple || base.kind === 'simple'
      ? simpleContentOf(base, way, from)
      : derivedContent(base, { way, extending, mixed: type.mixed }, from)
  // What an array holds is its content already.
  type.attributes = mergeAttributes(inherited?.attributes ?? [], uses).filter(
    ({ attribute }) => attribute.name !== ARRAY_TYPE,
  )
  // Of its base's wildcard a restriction has only what it repeats.
  type.anyAttribute = any || (extending && inherited?.anyAttribute === true)
}

function baseOf(way: Place, from: Declarations): XmlType {
  const reference = way.node.attributes.get('base')
  const base = reference === undefined ? ANY_TYPE : from.baseNamed(reference, way)
  return base.kind === 'complex' ? from.filled(base) : base
}

function ownParticle(place: Place, from: Declarations): Particle | null {
  const at = childPlace(place, ...MODEL_GROUPS)
  return at ? readParticle(at, from) : null
}

function contentOf(particle: Particle | null, mixed: boolean, from: Declarations): Content {
  const holds =
    particle !== null &&
    (particle.kind === 'element' || particle.kind === 'any' || particle.particles.length > 0)
  if (holds) return { kind: 'elements', particle: placeParticles(particle, from.spendParticles) }
  return mixed ? { kind: 'elements', particle: NOTHING } : { kind: 'empty' }
}

const NOTHING: Particle = { kind: 'sequence', particles: [], min: 1, max: 1 }

/** The base's value, narrowed by facets where there are some (3.4.2, simple content). */
function simpleContentOf(base: XmlType, way: Place, from: Declarations): Content {
  const inline = childPlace(way, 'simpleType')
  const value = inline ? from.inlineSimple(inline) : asSimple(base, from)
  return { kind: 'simple', type: way.node.local === 'restriction' ? restrict(value, [way.node]) : value }
}

function derivedContent(
  base: ComplexType,
  { way, extending, mixed }: { way: Place; extending: boolean; mixed: boolean },
  from: Declarations,
): Content {
  if (base.content.kind === 'array') return readSoapArray(base.content, way, from)
  const own = ownParticle(way, from)
  if (base === ANY_TYPE) return own === null && extending ? ANY_TYPE.content : contentOf(own, mixed, from)
  if (!extending) return contentOf(own, mixed, from)
  // 3.4.2: what is added comes after what is there.
  if (base.content.kind === 'simple' || base.content.kind === 'any') return base.content
  const before = base.content.kind === 'elements' ? base.content.particle : null
  if (before === null || own === null) return contentOf(before ?? own, mixed, from)
  return contentOf({ kind: 'sequence', particles: [before, own], min: 1, max: 1 }, mixed, from)
}
