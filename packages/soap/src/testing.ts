import { DocumentoXmlInvalido, LIMITS } from '@div/contract'
import type { Particle, QName, XmlType } from './model/schema.ts'
import type { Wsdl } from './model/wsdl.ts'
import { readWsdl } from './wsdl/read-wsdl.ts'

/** Reads documents that are at hand, the first one first. */
export function readDocuments(
  documents: Readonly<Record<string, string | Uint8Array>>,
  limits: Partial<typeof LIMITS> = {},
): Promise<Wsdl> {
  return readWsdl({
    location: Object.keys(documents)[0] ?? '',
    limits: { ...LIMITS, ...limits },
    load: async (documento) => {
      const content = documents[documento]
      if (content === undefined) throw new DocumentoXmlInvalido({ documento, motivo: 'falta' })
      return content
    },
  })
}

const XMLNS =
  'xmlns="http://www.w3.org/2001/XMLSchema" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"'

/** A schema of `urn:t` with these declarations. */
export function schemaText(content: string, attributes = 'targetNamespace="urn:t"'): string {
  return `<schema ${XMLNS} ${attributes}>${content}</schema>`
}

/** What a type holds, in one line: `id:int, nombre:string?, telefonos:string*`. */
export function describeType(type: XmlType | undefined): string {
  if (type === undefined) return 'undefined'
  if (type.kind === 'simple') return simpleName(type)
  const { content, attributes, mixed, anyAttribute } = type
  const parts = [
    ...(mixed && content.kind !== 'any' ? ['mixed'] : []),
    ...attributes.map(
      ({ campo, attribute, required }) => `${campo}:${simpleName(attribute.type)}${required ? '' : '?'}`,
    ),
    ...(anyAttribute && content.kind !== 'any' ? ['@*'] : []),
  ]
  if (content.kind === 'simple') parts.push(`#:${simpleName(content.type)}`)
  if (content.kind === 'any') parts.push('any')
  if (content.kind === 'array')
    parts.push(`array of ${content.itemName}:${nameOf(content.item)}${','.repeat(content.dimensions - 1)}`)
  if (content.kind === 'elements') parts.push(describeParticle(content.particle))
  return parts.join(' ')
}

function describeParticle(particle: Particle): string {
  const times = describeTimes(particle)
  if (particle.kind === 'any') return `any(${particle.namespaces} ${particle.processContents})${times}`
  if (particle.kind === 'element') {
    const { element, campo, repeated } = particle
    return `${campo}${element.name.startsWith('{') ? '' : '-'}:${nameOf(element.type)}${element.nillable ? '!' : ''}${repeated ? '*' : ''}${times}`
  }
  const inside = particle.particles.map(describeParticle)
  if (particle.kind === 'all') return `all(${inside.join(', ')})${times}`
  return particle.kind === 'sequence' ? `(${inside.join(', ')})${times}` : `(${inside.join(' | ')})${times}`
}

function describeTimes({ min, max }: Particle): string {
  if (max === 1) return min === 1 ? '' : '?'
  return `{${min},${max === Number.POSITIVE_INFINITY ? '' : max}}`
}

function simpleName(type: XmlType): string {
  if (type.kind !== 'simple') return nameOf(type)
  if (type.name !== null) return local(type.name)
  const { variety } = type
  if (variety.kind === 'list') return `list of ${simpleName(variety.item)}`
  if (variety.kind === 'union') return variety.members.map(simpleName).join('+')
  return variety.primitive
}

function nameOf(type: XmlType): string {
  if (type.name !== null) return local(type.name)
  return type.kind === 'simple' ? simpleName(type) : `[${describeType(type)}]`
}

function local(name: QName): string {
  return name.slice(name.indexOf('}') + 1)
}
