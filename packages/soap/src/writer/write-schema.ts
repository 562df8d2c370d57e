import { escapeAttribute, escapeXml } from '@div/contract'
import { splitName } from '../codec/prefixes.ts'
import type { ComplexType, ElementDecl, Facets, Particle, SimpleType, XmlType } from '../model/schema.ts'
import { XSD } from '../xml/namespaces.ts'

/** A schema of these global elements, all of one namespace, whose types have no names: as `describeService` makes them. */
export function writeSchema(elements: Iterable<ElementDecl>, targetNamespace: string): string {
  let content = ''
  for (const element of elements) content += writeElement(element, '')
  return `<xsd:schema xmlns:xsd="${XSD}" targetNamespace="${escapeAttribute(targetNamespace)}" elementFormDefault="qualified">${content}</xsd:schema>`
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
