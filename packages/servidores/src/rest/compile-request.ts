import { nameProblem, valueProblem } from '../http/cabeceras.ts'
import type { PartialRequest } from '../http/http-service.ts'
import { refuse } from '../refuse.ts'
import { textOf } from '../text-of.ts'
import { type BodyWriter, compileBody } from './compile-body.ts'
import type { Estilo, Lugar, Operacion } from './operacion-schema.ts'
import { leavesBase } from './ruta.ts'
import { joined, pairsOf } from './write-value.ts'

type Values = Readonly<Record<string, unknown>>

interface Placed {
  parametro: string
  nombre: string
  estilo: Estilo | undefined
}

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS'])

/** Decides at publish where every parameter goes. Throws DatosInvalidos naming the field. */
export function compileRequest(
  operacion: Operacion,
  parametros: readonly string[],
): (values: Values) => PartialRequest {
  const { metodo, cabeceras } = operacion
  const placed = placeParametros(operacion, parametros)
  const writePath = compilePath(operacion.ruta, placed.ruta)
  const fixed = new URLSearchParams(operacion.consulta).toString()
  for (const { nombre, parametro } of placed.cabecera) {
    const problem = nameProblem(nombre)
    if (problem !== null) throw refuse(`objeto.lugares.${parametro}`, problem)
  }
  const writeBody: BodyWriter = compileBody(operacion.cuerpo, placed.cuerpo)

  return (values) => {
    const headers = { ...cabeceras }
    for (const { parametro, nombre, estilo } of placed.cabecera)
      writeHeader(headers, nombre, headerText(values[parametro], estilo), parametro)
    if (placed.cookie.length > 0) writeHeader(headers, 'cookie', cookieText(placed.cookie, values), 'cookie')
    const { content, contentType } = writeBody(values)
    if (contentType !== null && !hasHeader(headers, 'content-type')) headers['content-type'] = contentType
    return {
      metodo,
      ruta: writePath(values),
      consulta: writeQuery(fixed, placed.consulta, values),
      headers,
      body: content,
    }
  }
}

function placeParametros(
  { ruta, metodo, lugares }: Operacion,
  parametros: readonly string[],
): Record<Lugar, Placed[]> {
  const placed: Record<Lugar, Placed[]> = {
    ruta: [],
    consulta: [],
    cabecera: [],
    cookie: [],
    cuerpo: [],
  }
  for (const parametro of parametros) {
    const given = Object.hasOwn(lugares, parametro) ? lugares[parametro] : undefined
    const usual: Lugar = ruta.includes(`{${parametro}}`)
      ? 'ruta'
      : WITHOUT_BODY.has(metodo)
        ? 'consulta'
        : 'cuerpo'
    placed[given?.lugar ?? usual].push({
      parametro,
      nombre: given?.nombre ?? parametro,
      estilo: given?.estilo,
    })
  }
  return placed
}

function compilePath(ruta: string, placed: readonly Placed[]): (values: Values) => string {
  // Odd pieces are the names between braces.
  const pieces = ruta.split(/\{([^{}]*)\}/)
  const names = pieces.filter((_, index) => index % 2 === 1)
  const places = names.map((nombre) => {
    const found = placed.find((each) => each.nombre === nombre)
    if (!found) throw refuse('objeto.ruta', `La ruta usa {${nombre}} y no hay un parámetro con ese nombre.`)
    return found
  })
  const unused = placed.find(({ nombre }) => !names.includes(nombre))
  if (unused)
    throw refuse(
      'objeto.ruta',
      `El parámetro «${unused.parametro}» va en la ruta, que no tiene {${unused.nombre}}.`,
    )
  if (places.length === 0) return () => ruta
  const texts = pieces.filter((_, index) => index % 2 === 0)

  return (values) => {
    let path = texts[0] ?? ''
    for (const [index, place] of places.entries())
      path += encodeSegment(values[place.parametro], place) + (texts[index + 1] ?? '')
    if (leavesBase(path)) throw refuse('parametros', 'Un valor de la ruta no puede ser «.» ni «..».')
    return path
  }
}

function encodeSegment(value: unknown, { parametro, estilo }: Placed): string {
  const text = estilo === 'comas' ? joined(value, ',') : textOf(value)
  if (text === null || text === '') throw refuse(parametro, 'La ruta necesita un valor.')
  return encodeText(text)
}

/** Null is left out; a list repeats its name. */
function writeQuery(fixed: string, placed: readonly Placed[], values: Values): string {
  let query = fixed
  for (const { parametro, nombre, estilo } of placed) {
    for (const [name, text] of pairsOf(nombre, values[parametro], estilo)) {
      const pair = `${encodeText(name)}=${encodeText(text)}`
      query = query === '' ? pair : `${query}&${pair}`
    }
  }
  return query
}

function writeHeader(
  headers: Record<string, string>,
  nombre: string,
  text: string | null,
  parametro: string,
): void {
  if (text === null) return
  const problem = valueProblem(text)
  if (problem !== null) throw refuse(parametro, problem)
  headers[nombre] = text
}

function headerText(value: unknown, estilo: Estilo | undefined): string | null {
  return estilo === 'comas' ? joined(value, ',') : textOf(value)
}

/** RFC 6265, 4.2.1; null: none has a value. */
function cookieText(placed: readonly Placed[], values: Values): string | null {
  const pairs = placed.flatMap(({ parametro, nombre, estilo }) => pairsOf(nombre, values[parametro], estilo))
  if (pairs.length === 0) return null
  return pairs.map(([nombre, text]) => `${encodeText(nombre)}=${encodeText(text)}`).join('; ')
}

function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function hasHeader(headers: Readonly<Record<string, string>>, lowerName: string): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === lowerName)
}
