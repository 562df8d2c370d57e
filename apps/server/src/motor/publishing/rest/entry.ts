import type { IncomingHttpHeaders } from 'node:http'
import { EntradaInvalida, type Parametro } from '@div/contract'
import { decodeText } from '../read-body.ts'
import { type BodyLimits, type BodyParser, bodyParsers } from './body.ts'
import type { Fields } from './query.ts'
import { compileFields, compileXmlList, listOfText, type Shape } from './shape-body.ts'

/** What one call brings, each part already read. */
export interface CallParts {
  /** Path parameters under their positional names. */
  ruta: Readonly<Record<string, string | undefined>>
  consulta: Fields
  cabeceras: IncomingHttpHeaders
  /** Undefined when the call has no body. */
  cuerpo: unknown
  bytes: Buffer | null
}

/** How a call fills the entry of one assignment, decided at publish (contract, «How a call fills the entry»). */
export interface Entry {
  readsQuery: boolean
  readsBody: boolean
  accepted: ReadonlyMap<string, BodyParser>
  /** For media types that are not listed: only a whole body of type binario takes anything. */
  fallback: BodyParser | null
  /** The values by parameter name, not yet coerced. */
  read(call: CallParts): Record<string, unknown>
}

type Source = (call: CallParts) => unknown

export function compileEntry(
  parametros: readonly Parametro[],
  { metodo, nombresDeRuta, limits }: { metodo: string; nombresDeRuta: readonly string[]; limits: BodyLimits },
): Entry {
  const mayHaveBody = metodo !== 'GET' && metodo !== 'HEAD'
  const sources = parametros.map((parametro) => ({
    nombre: parametro.nombre,
    source: compileSource(parametro, { nombresDeRuta, mayHaveBody }),
  }))
  const whole = parametros.find((parametro) => parametro.origen === 'cuerpo')
  const fields = parametros.filter(
    ({ origen, nombre }) => origen === undefined && !nombresDeRuta.includes(nombre),
  )
  const wantsFields = mayHaveBody && fields.length > 0
  const { accepted, fallback } = acceptedBodies(whole, shapedParsers(bodyParsers(limits), { whole, fields }))

  return {
    readsQuery: parametros.some(
      ({ origen, nombre }) =>
        origen === 'consulta' || (origen === undefined && !nombresDeRuta.includes(nombre)),
    ),
    readsBody: mayHaveBody,
    accepted,
    fallback,
    read(call) {
      if (wantsFields && call.cuerpo !== undefined) refuseOther(call.cuerpo)
      const raw: Record<string, unknown> = {}
      for (const { nombre, source } of sources) {
        const value = source(call)
        if (value !== undefined) raw[nombre] = value
      }
      return raw
    },
  }
}

function compileSource(
  parametro: Parametro,
  { nombresDeRuta, mayHaveBody }: { nombresDeRuta: readonly string[]; mayHaveBody: boolean },
): Source {
  const { nombre, tipo, origen } = parametro
  const position = nombresDeRuta.indexOf(nombre)
  const fromPath: Source = (call) => call.ruta[`p${position}`]
  switch (origen) {
    case 'cabecera': {
      const header = nombre.toLowerCase()
      return (call) => {
        const value = call.cabeceras[header]
        return typeof value === 'string' ? value : undefined
      }
    }
    case 'cuerpo':
      if (tipo === 'texto') return (call) => (call.bytes ? decodeText(call.bytes) : undefined)
      return (call) => call.cuerpo
    case 'ruta':
      return fromPath
    case 'consulta':
      return compileQuerySource(parametro)
    default: {
      if (position >= 0) {
        const key = `p${position}`
        return (call) => call.ruta[key]
      }
      const fromQuery = compileQuerySource(parametro)
      if (!mayHaveBody) return fromQuery
      return (call) => fromQuery(call) ?? readField(call.cuerpo, nombre)
    }
  }
}

function compileQuerySource({ nombre, tipo }: Parametro): Source {
  if (tipo !== 'lista') return (call) => call.consulta[nombre]
  // One value of a list is still a list.
  return (call) => {
    const value = call.consulta[nombre]
    return typeof value === 'string' ? listOfText(value) : value
  }
}

/** A list or a number holds no fields: taken silently, every one of them would be missing. */
function refuseOther(cuerpo: unknown): void {
  if (typeof cuerpo === 'object' && cuerpo !== null && !Array.isArray(cuerpo)) return
  const mensaje = 'Se esperaba un objeto con los campos de la entrada.'
  throw new EntradaInvalida(undefined, { errores: [{ campo: 'cuerpo', mensaje }] })
}

function readField(cuerpo: unknown, nombre: string): unknown {
  if (typeof cuerpo !== 'object' || cuerpo === null || !Object.hasOwn(cuerpo, nombre)) return undefined
  return Reflect.get(cuerpo, nombre)
}

type Parsers = ReturnType<typeof bodyParsers>

/** Forms and XML say less than JSON; what they leave open the declared entry decides. */
function shapedParsers(
  parsers: Parsers,
  { whole, fields }: { whole: Parametro | undefined; fields: readonly Parametro[] },
): Parsers {
  const declared = whole?.tipo === 'objeto' ? [...(whole.campos ?? []), ...fields] : fields
  const xmlShape = whole?.tipo === 'lista' ? compileXmlList(whole) : compileFields(declared, { isXml: true })
  const formShape = compileFields(declared, { isXml: false })
  // An empty root has no fields; a body that is no object is taken as it is.
  const isObject = whole === undefined || whole.tipo === 'objeto'
  const xml: BodyParser = isObject ? (bytes) => orNoFields(parsers.xml(bytes)) : parsers.xml
  return { ...parsers, form: shaped(parsers.form, formShape), xml: shaped(xml, xmlShape) }
}

function orNoFields(value: unknown): unknown {
  return value === '' ? {} : value
}

function shaped(parse: BodyParser, shape: Shape): BodyParser {
  return shape === null ? parse : (bytes) => shape(parse(bytes))
}

function acceptedBodies(
  whole: Parametro | undefined,
  parsers: Parsers,
): Pick<Entry, 'accepted' | 'fallback'> {
  const xml: [string, BodyParser][] = [
    ['application/xml', parsers.xml],
    ['text/xml', parsers.xml],
  ]
  const fields: [string, BodyParser][] = [
    ['application/json', parsers.json],
    ['application/x-www-form-urlencoded', parsers.form],
    ...xml,
  ]
  switch (whole?.tipo) {
    case undefined:
      return { accepted: new Map(whole ? [...fields, ['text/plain', parsers.text]] : fields), fallback: null }
    case 'binario':
      return { accepted: new Map(), fallback: parsers.bytes }
    case 'cualquiera':
      return {
        accepted: new Map([
          ...fields,
          ['text/plain', parsers.text],
          ['application/octet-stream', parsers.bytes],
        ]),
        fallback: null,
      }
    case 'texto':
      return {
        accepted: new Map([
          ...fields,
          ['text/plain', parsers.text],
          ['text/csv', parsers.text],
          ['text/html', parsers.text],
        ]),
        fallback: null,
      }
    case 'objeto':
      return { accepted: new Map(fields), fallback: null }
    case 'lista':
      return { accepted: new Map([['application/json', parsers.json], ...xml]), fallback: null }
    default:
      return { accepted: new Map([['application/json', parsers.json]]), fallback: null }
  }
}
