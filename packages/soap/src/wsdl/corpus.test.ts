import { Binario, type ErrorDeCampo, Fecha, LIMITS } from '@div/contract'
import { expect, test } from 'vitest'
import { createCodec } from '../codec/codec.ts'
import { fieldsOf } from '../codec/fields.ts'
import { compileMessage } from '../codec/message.ts'
import { readEnvelope, writeEnvelope } from '../envelope/envelope.ts'
import type { AttributeUse, BuiltIn, ElementDecl, Particle, SimpleType, XmlType } from '../model/schema.ts'
import type { WsdlMessage, WsdlPart } from '../model/wsdl.ts'
import { readDocuments } from '../testing.ts'
import { readTree } from '../xml/read-tree.ts'
import { CORPUS } from './corpus-testing.ts'

/** Levels of an example: types may contain themselves. */
const LEVELS = 6

const SAMPLES: Partial<Record<BuiltIn, unknown>> = {
  boolean: true,
  decimal: 12.5,
  float: 1.5,
  double: -2.25,
  dateTime: new Date('2026-03-01T10:00:00Z'),
  date: Fecha.parse('2026-03-01'),
  time: '10:00:00',
  duration: 'P1DT2H',
  gYear: '2026',
  gYearMonth: '2026-03',
  gMonthDay: '--03-01',
  gDay: '---01',
  gMonth: '--03',
  base64Binary: new Binario(Buffer.from('ñandú')),
  hexBinary: new Binario(Buffer.from([1, 255])),
  QName: `{urn:corpus}x`,
}

function sampleOf({ variety, facets }: SimpleType): unknown {
  if (variety.kind === 'list') return [sampleOf(variety.item), sampleOf(variety.item)]
  if (variety.kind === 'union') return variety.members[0] && sampleOf(variety.members[0])
  if (facets.enumeration) return facets.enumeration[0]
  const { primitive } = variety
  if (/(?:[iI]nteger|[iI]nt|[lL]ong|[sS]hort|[bB]yte)$/.test(primitive)) return 7
  const sample = SAMPLES[primitive] ?? (/^(?:N|ID|lang|tok|any)/.test(primitive) ? 'abc' : 'Ñandú & <té>')
  if (typeof sample !== 'string') return sample
  const { length = sample.length, maxLength = length } = facets
  return sample.padEnd(length, 'x').slice(0, Math.min(length, maxLength))
}

const OPEN = Symbol('open')

/** A value with everything that its type has room for; of alternatives the first. */
function exampleOf(type: XmlType, levels: number): unknown {
  if (type.kind === 'simple') return sampleOf(type)
  const { content, attributes } = type
  if (type.abstract) {
    const [derived] = type.derived
    const value = derived ? exampleOf(derived, levels) : OPEN
    const local = derived?.name?.slice(derived.name.indexOf('}') + 1)
    return typeof value === 'object' && value !== null ? { '@xsi:type': local, ...value } : value
  }
  const fields = Object.fromEntries(
    attributes.map(({ campo, attribute }: AttributeUse) => [
      campo,
      attribute.fixed ?? sampleOf(attribute.type),
    ]),
  )
  switch (content.kind) {
    case 'any':
      return OPEN
    case 'array':
      return [exampleOf(content.item, levels - 1), exampleOf(content.item, levels - 1)]
    case 'simple':
      return attributes.length === 0 ? sampleOf(content.type) : { ...fields, '#': sampleOf(content.type) }
    case 'empty':
      return fields
    case 'elements':
      return { ...fields, ...particleFields(content.particle, levels) }
  }
}

function particleFields(particle: Particle, levels: number): Record<string, unknown> {
  if (particle.kind === 'any') return {}
  if (particle.kind === 'element') return elementFields(particle, levels)
  const chosen = particle.kind === 'choice' ? particle.particles.slice(0, 1) : particle.particles
  return Object.assign({}, ...chosen.map((each) => particleFields(each, levels)), restOf(particle))
}

/** Fields of alternatives that are not chosen are lists all the same where they may repeat. */
function restOf(particle: Extract<Particle, { particles: unknown }>): Record<string, unknown> {
  if (particle.kind !== 'choice' || particle.max === 1) return {}
  return Object.fromEntries(
    particle.particles.slice(1).flatMap((each) => (each.kind === 'element' ? [[each.campo, []]] : [])),
  )
}

function elementFields(
  particle: Extract<Particle, { kind: 'element' }>,
  levels: number,
): Record<string, unknown> {
  const { element, campo, repeated, min } = particle
  if (levels === 0 && min === 0) return repeated ? { [campo]: [] } : {}
  const stands: ElementDecl = element.abstract ? (element.substitutes[0] ?? element) : element
  const value = stands.fixed ?? exampleOf(stands.type, levels - 1)
  if (value === OPEN) return {}
  const name = stands === element ? campo : stands.name.slice(stands.name.indexOf('}') + 1)
  if (!repeated) return { [name]: value }
  // Others that may stand there are lists too.
  const none = Object.fromEntries(fieldsOf(particle).map((field) => [field.campo, []]))
  return { ...none, [name]: [value, value] }
}

/** What the message holds, as the codec has it. */
function exampleOfMessage({ parts }: WsdlMessage): Record<string, unknown> {
  const [only] = parts
  if (only && parts.length === 1 && 'element' in only) {
    const value = exampleOf(only.element.type, LEVELS)
    if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
      return { ...value }
  }
  return Object.fromEntries(parts.map((part: WsdlPart) => nameAndValue(part)))
}

function nameAndValue(part: WsdlPart): [string, unknown] {
  if ('type' in part) return [part.name, exampleOf(part.type, LEVELS)]
  const { name, type } = part.element
  return [name.slice(name.indexOf('}') + 1), exampleOf(type, LEVELS)]
}

function refuse(motivo: string): never {
  throw new Error(motivo)
}

test('the corpus has several dozens of styles, each once', () => {
  expect(new Set(CORPUS.map(({ estilo }) => estilo)).size).toBe(CORPUS.length)
  expect(CORPUS.length).toBeGreaterThanOrEqual(80)
})

test.each(CORPUS.map(({ estilo, documentos, avisos = [] }) => [estilo, documentos, avisos] as const))(
  '%s: is read, and an example of each message is written and read as it was',
  async (_estilo, documentos, told) => {
    const { services, schema, avisos } = await readDocuments(documentos)
    expect(avisos).toEqual(told)
    const operations = services.flatMap(({ ports }) => ports.flatMap((port) => port.operations))
    expect(operations.length).toBeGreaterThan(0)
    for (const { name, style, input, output } of operations) {
      for (const [message, wrapper] of [[input, name] as const, [output, `${name}Response`] as const]) {
        if (!message) continue
        const codec = createCodec({ schema, limits: LIMITS, encoded: message.use === 'encoded' })
        const compiled = compileMessage(codec, { message, style, wrapper })
        const value = exampleOfMessage(message)
        const errores: ErrorDeCampo[] = []
        const body = compiled.encode(value, errores)
        const text = writeEnvelope({ version: '1.1', declarations: compiled.declarations, body })
        const envelope = readEnvelope(readTree(text, { limits: LIMITS, refuse, names: codec.names }), refuse)
        const read = envelope && compiled.decode(envelope.body, errores)
        expect({ wrapper, errores, read }).toEqual({ wrapper, errores: [], read: value })
      }
    }
  },
)
