import type { Parametro, TipoDato } from '@div/contract'
import { standardType } from '../codec/decoder.ts'
import type { BuiltIn, ComplexType, ElementParticle, Particle, SimpleType, XmlType } from '../model/schema.ts'
import { ANY_TYPE } from '../xsd/built-ins.ts'
import { xmlNamesOf } from './xml-names.ts'

/** `entrada`: what must come says so. `salida`: each value is there, and may be null; what stands inside of one may be left out. */
type Direccion = 'entrada' | 'salida'

const STANDARD: Readonly<Record<Exclude<TipoDato, 'objeto' | 'lista' | 'cualquiera' | 'binario'>, BuiltIn>> =
  {
    texto: 'string',
    entero: 'long',
    decimal: 'decimal',
    booleano: 'boolean',
    fecha: 'date',
    fechaHora: 'dateTime',
  }

/** How binary data stands in an envelope. */
export const BINARY = standardType('base64Binary')

const NEVER_AGAIN = {
  abstract: false,
  mixed: false,
  base: null,
  derivation: null,
  derived: [],
  attributes: [],
  anyAttribute: false,
} as const

/** Items of a list that is itself an item. */
const ITEM = 'elemento'

/** An object of these fields, in their order. */
export function objectType(campos: readonly Parametro[], place: Place): ComplexType {
  const names = xmlNamesOf(campos.map(({ nombre }) => nombre))
  const particles: Particle[] = campos.map((campo, index) =>
    fieldParticle(campo, { ...place, name: names[index] ?? campo.nombre }),
  )
  return {
    kind: 'complex',
    name: null,
    ...NEVER_AGAIN,
    content: { kind: 'elements', particle: { kind: 'sequence', min: 1, max: 1, particles } },
  }
}

export interface Place {
  uri: string
  direccion: Direccion
  binario: SimpleType
  /** Within another value. */
  isInner?: boolean
}

/** A list repeats its element; an empty one is no element at all, so that it can always be left out. */
function fieldParticle(parametro: Parametro, { name, ...place }: Place & { name: string }): ElementParticle {
  const { nombre, tipo, elemento, requerido, validacion } = parametro
  const isList = tipo === 'lista'
  const documentation = describe(parametro)
  // What is answered is there unless it says otherwise.
  const isOptional =
    place.direccion === 'entrada' ? !requerido : requerido === false || place.isInner === true
  return {
    kind: 'element',
    campo: nombre,
    repeated: isList,
    min: isList ? (validacion?.largoMinimo ?? 0) : isOptional ? 0 : 1,
    max: isList ? (validacion?.largoMaximo ?? Number.POSITIVE_INFINITY) : 1,
    element: {
      name: `{${place.uri}}${name}`,
      type: isList ? itemType(elemento, place) : typeOf(parametro, place),
      nillable: isList || isOptional || place.direccion === 'salida',
      abstract: false,
      substitutes: [],
      ...(documentation !== '' && { documentation }),
    },
  }
}

function itemType(elemento: Parametro | undefined, place: Place): XmlType {
  return elemento ? typeOf(elemento, place) : ANY_TYPE
}

function typeOf({ tipo = 'cualquiera', campos, elemento }: Parametro, around: Place): XmlType {
  const place = { ...around, isInner: true }
  switch (tipo) {
    case 'cualquiera':
      return ANY_TYPE
    case 'objeto':
      return campos && campos.length > 0 ? objectType(campos, place) : ANY_TYPE
    case 'lista':
      return {
        kind: 'complex',
        name: null,
        ...NEVER_AGAIN,
        content: {
          kind: 'array',
          item: itemType(elemento, place),
          itemName: `{${place.uri}}${ITEM}`,
          dimensions: 1,
        },
      }
    case 'binario':
      return place.binario
    default:
      return standardType(STANDARD[tipo])
  }
}

/**
 * What a value is and must hold, in words. The process itself checks the limits: a type made for each of them is one that SOAP::Lite does
 * not know and generators of code make a class of.
 */
function describe({ descripcion = '', ejemplo, defecto, validacion = {} }: Parametro): string {
  const { minimo, maximo, largoMinimo, largoMaximo, patron, valores } = validacion
  const lines: [words: string, value: unknown][] = [
    ['Ejemplo', ejemplo],
    ['Por defecto', defecto],
    ['Mínimo', minimo],
    ['Máximo', maximo],
    ['Largo mínimo', largoMinimo],
    ['Largo máximo', largoMaximo],
    ['Forma', patron],
    ['Valores', valores?.join(', ')],
  ]
  const told = lines.flatMap(([words, value]) =>
    value === undefined || value === null ? [] : [`${words}: ${asText(value)}`],
  )
  return [...(descripcion === '' ? [] : [descripcion]), ...told].join('\n')
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
