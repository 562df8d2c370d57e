import type { Parametro, TipoDato } from '@div/contract'
import {
  type AttributeUse,
  type BuiltIn,
  type ElementDecl,
  listFields,
  type SimpleType,
  type WsdlMessage,
  type WsdlPart,
  type XmlType,
} from '@div/soap'

/** Levels and fields that a tree shows: types may contain themselves, and each other in many ways. */
const LEVELS = 8
const FIELDS = 3_000

interface Left {
  levels: number
  /** Of the whole tree. */
  fields: { left: number }
}

const all = (): Left => ({ levels: LEVELS, fields: { left: FIELDS } })

const TIPOS: Partial<Record<BuiltIn, TipoDato>> = {
  boolean: 'booleano',
  decimal: 'decimal',
  float: 'decimal',
  double: 'decimal',
  dateTime: 'fechaHora',
  date: 'fecha',
  base64Binary: 'binario',
  hexBinary: 'binario',
  anySimpleType: 'cualquiera',
}
const INTEGERS = /^(?:integer|(?:non)?(?:positive|negative)Integer|(?:unsigned)?(?:long|int|short|byte))$/i

/** The fields of a message as the canvas maps them, with what travels beside it; headers are told apart by `origen`. */
export function fieldsOfMessage(message: WsdlMessage): Parametro[] {
  const beside = message.attachments.map(({ part, contentTypes }): Parametro => {
    const descripcion = `Viaja junto al sobre (${contentTypes.join(', ')}).`
    return { nombre: part, tipo: 'binario', descripcion }
  })
  return [...fieldsOfBody(message), ...beside]
}

export function fieldsOfBody(message: WsdlMessage): Parametro[] {
  const { parts } = message
  const [only] = parts
  if (parts.length === 1 && only && 'element' in only) {
    const shown = describeElement(only.element, all())
    // As the codec has it: of a message that is one element its fields are those of the message.
    if (shown.tipo === 'objeto') return shown.campos ?? []
  }
  return parts.map((part) => describePart(part))
}

/** Whether there is room for fields that are not declared: by `xsd:any`, or by what may stand for its element. */
export function takesOthers({ parts }: WsdlMessage): boolean {
  return parts.some((part) => {
    if (!('element' in part)) return false
    const { type, substitutes } = part.element
    if (substitutes.length > 0) return true
    return type.kind === 'complex' && type.content.kind === 'elements' && hasAny(type.content.particle)
  })
}

function hasAny(particle: Particle): boolean {
  if (particle.kind === 'element') return false
  return particle.kind === 'any' || particle.particles.some(hasAny)
}

export function fieldsOfHeaders({ headers }: WsdlMessage): Parametro[] {
  return headers.map(({ part }) => ({
    ...describePart(part),
    nombre: part.name,
    origen: 'cabecera',
  }))
}

function describePart(part: WsdlPart): Parametro {
  if ('type' in part) return { nombre: part.name, ...describeType(part.type, all()) }
  return describeElement(part.element, all())
}

function describeElement(element: ElementDecl, left: Left): Parametro {
  const { name, documentation } = element
  return {
    nombre: name.slice(name.indexOf('}') + 1),
    ...describeType(element.type, left),
    ...(documentation !== undefined && { descripcion: documentation }),
  }
}

function describeType(type: XmlType, left: Left): Omit<Parametro, 'nombre'> {
  if (type.kind === 'simple') return describeSimple(type)
  const { content } = type
  if (left.levels === 0 || left.fields.left <= 0 || content.kind === 'any') return { tipo: 'cualquiera' }
  const inside = { ...left, levels: left.levels - 1 }
  if (content.kind === 'array') {
    return {
      tipo: 'lista',
      elemento: { nombre: content.itemName, ...describeType(content.item, inside) },
    }
  }
  const attributes = type.attributes.map((use) => describeAttribute(use))
  if (content.kind === 'simple') {
    const value = describeSimple(content.type)
    return attributes.length === 0
      ? value
      : { tipo: 'objeto', campos: [...attributes, { nombre: '#', ...value }] }
  }
  const fields = content.kind === 'empty' ? [] : listFields(content.particle)
  left.fields.left -= fields.length + attributes.length
  const required = content.kind === 'empty' ? new Set<string>() : requiredFields(content.particle)
  return {
    tipo: 'objeto',
    campos: [
      ...attributes,
      ...fields.map(({ campo, element, repeated }): Parametro => {
        const one = { ...describeElement(element, inside), nombre: campo }
        const shown: Parametro = repeated
          ? { nombre: campo, tipo: 'lista', elemento: { ...one, nombre: '' } }
          : one
        return required.has(campo) && !element.nillable ? { ...shown, requerido: true } : shown
      }),
    ],
  }
}

function describeAttribute({ campo, attribute, required }: AttributeUse): Parametro {
  return {
    nombre: campo,
    ...describeSimple(attribute.type),
    ...(required && { requerido: true }),
    ...(attribute.documentation !== undefined && { descripcion: attribute.documentation }),
  }
}

function describeSimple({ variety, facets }: SimpleType): Omit<Parametro, 'nombre'> {
  if (variety.kind === 'list')
    return { tipo: 'lista', elemento: { nombre: '', ...describeSimple(variety.item) } }
  if (variety.kind === 'union') return { tipo: 'cualquiera' }
  const { primitive } = variety
  const tipo = INTEGERS.test(primitive) ? 'entero' : (TIPOS[primitive] ?? 'texto')
  return {
    tipo,
    ...(tipo === 'texto' && facets.enumeration && { validacion: { valores: [...facets.enumeration] } }),
  }
}

type Particle = Parameters<typeof listFields>[0]

/** Fields that must come wherever the type stands: not those of a choice, nor of a group that may be left out. */
function requiredFields(particle: Particle): Set<string> {
  if (particle.min === 0 || particle.kind === 'any' || particle.kind === 'choice') return new Set()
  if (particle.kind === 'element') return new Set(particle.element.abstract ? [] : [particle.campo])
  return new Set(particle.particles.flatMap((each) => [...requiredFields(each)]))
}
