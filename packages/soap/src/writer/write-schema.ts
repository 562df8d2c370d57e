import { escapeAttribute, escapeXml } from '@div/contract'
import { splitName } from '../codec/prefixes.ts'
import type {
  ComplexType,
  ElementDecl,
  Facets,
  Particle,
  SimpleType,
  XmlSchema,
  XmlType,
} from '../model/schema.ts'
import { SWA_REFERENCE, XSD } from '../xml/namespaces.ts'
import { SWA_REF_NAME } from '../xsd/built-ins.ts'

/** Where WS-I keeps the schema of `swaRef`. */
const SWA_SCHEMA = 'http://ws-i.org/profiles/basic/1.1/swaref.xsd'

/**
 * A schema of these global elements, all of one namespace, whose types have no names: as `describeService` makes them. `isAlone`: it is a
 * document of its own, and what it refers to lies elsewhere.
 */
export function writeSchema(
  { elements, types }: Pick<XmlSchema, 'elements' | 'types'>,
  { targetNamespace, isAlone }: { targetNamespace: string; isAlone: boolean },
): string {
  const refers = types.has(SWA_REF_NAME)
  const location = isAlone ? ` schemaLocation="${SWA_SCHEMA}"` : ''
  let content = refers ? `<xsd:import namespace="${SWA_REFERENCE}"${location}/>` : ''
  for (const element of elements.values()) content += writeElement(element, '')
  const references = refers ? ` xmlns:ref="${SWA_REFERENCE}"` : ''
  return `<xsd:schema xmlns:xsd="${XSD}"${references} targetNamespace="${escapeAttribute(targetNamespace)}" elementFormDefault="qualified">${content}</xsd:schema>`
}

/** What a document brings along of `swaRef`, as readers fetch nothing. */
export function writeReferenceSchema({ types }: Pick<XmlSchema, 'types'>): string {
  return types.has(SWA_REF_NAME)
    ? `<xsd:schema xmlns:xsd="${XSD}" targetNamespace="${SWA_REFERENCE}"><xsd:simpleType name="swaRef"><xsd:restriction base="xsd:anyURI"/></xsd:simpleType></xsd:schema>`
    : ''
}

function writeElement({ name, type, nillable, documentation }: ElementDecl, occurs: string): string {
  const { local } = splitName(name)
  const own = `name="${escapeAttribute(local)}"${occurs}${nillable ? ' nillable="true"' : ''}`
  const standard = standardName(type)
  const inner = writeDocumentation(documentation) + (standard === null ? writeType(type) : '')
  const typed = standard === null ? own : `${own} type="${standard}"`
  return inner === '' ? `<xsd:element ${typed}/>` : `<xsd:element ${typed}>${inner}</xsd:element>`
}

function writeDocumentation(documentation: string | undefined): string {
  return documentation === undefined
    ? ''
    : `<xsd:annotation><xsd:documentation xml:lang="es">${escapeXml(documentation)}</xsd:documentation></xsd:annotation>`
}

function standardName({ name }: XmlType): string | null {
  if (name === SWA_REF_NAME) return 'ref:swaRef'
  const { uri, local } = splitName(name ?? '')
  return uri === XSD ? `xsd:${local}` : null
}

function writeType(type: XmlType): string {
  return type.kind === 'simple' ? writeSimple(type) : writeComplex(type)
}

function writeSimple({ base, facets }: SimpleType): string {
  const name = base ? (standardName(base) ?? 'xsd:string') : 'xsd:string'
  return `<xsd:simpleType><xsd:restriction base="${name}">${writeFacets(facets)}</xsd:restriction></xsd:simpleType>`
}

function writeFacets({ enumeration = [], patterns = [], ...others }: Facets): string {
  const facet = (name: string, value: string | number) =>
    `<xsd:${name} value="${escapeAttribute(String(value))}"/>`
  const lists = [
    ...patterns.map((pattern) => facet('pattern', pattern)),
    ...enumeration.map((value) => facet('enumeration', value)),
  ]
  return Object.entries(others)
    .map(([name, value]) => facet(name, value))
    .concat(lists)
    .join('')
}

function writeComplex({ content }: ComplexType): string {
  if (content.kind === 'elements')
    return `<xsd:complexType>${writeParticle(content.particle)}</xsd:complexType>`
  if (content.kind !== 'array') return '<xsd:complexType/>'
  const item: ElementDecl = {
    name: content.itemName,
    type: content.item,
    nillable: true,
    abstract: false,
    substitutes: [],
  }
  return `<xsd:complexType><xsd:sequence>${writeElement(item, ' minOccurs="0" maxOccurs="unbounded"')}</xsd:sequence></xsd:complexType>`
}

function writeParticle(particle: Particle): string {
  const occurs = occurrence(particle)
  if (particle.kind === 'element') return writeElement(particle.element, occurs)
  if (particle.kind === 'any') return `<xsd:any${occurs} processContents="lax"/>`
  return `<xsd:${particle.kind}${occurs}>${particle.particles.map(writeParticle).join('')}</xsd:${particle.kind}>`
}

function occurrence({ min, max }: { min: number; max: number }): string {
  const least = min === 1 ? '' : ` minOccurs="${min}"`
  const most = max === Number.POSITIVE_INFINITY ? 'unbounded' : max
  return max === 1 ? least : `${least} maxOccurs="${most}"`
}
