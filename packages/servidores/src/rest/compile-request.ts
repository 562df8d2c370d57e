import { refuse } from '../refuse.ts'
import { textOf } from '../text-of.ts'
import { nameProblem, valueProblem } from './cabeceras.ts'
import { type BodyWriter, compileBody, type WrittenBody } from './compile-body.ts'
import type { Lugar, Operacion } from './operacion-schema.ts'
import { leavesBase } from './ruta.ts'

/** The part of a request that an operation decides; the connection adds its address and credentials. */
export interface PartialRequest {
  metodo: string
  /** Below the base path. */
  ruta: string
  /** Encoded, without `?`. */
  consulta: string
  headers: Record<string, string>
  body: WrittenBody['content']
}

type Values = Readonly<Record<string, unknown>>

interface Placed {
  parametro: string
  nombre: string
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
    for (const { parametro, nombre } of placed.cabecera)
      writeHeader(headers, nombre, values[parametro], parametro)
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
  const placed: Record<Lugar, Placed[]> = { ruta: [], consulta: [], cabecera: [], cuerpo: [] }
  for (const parametro of parametros) {
    const given = Object.hasOwn(lugares, parametro) ? lugares[parametro] : undefined
    const usual: Lugar = ruta.includes(`{${parametro}}`)
      ? 'ruta'
      : WITHOUT_BODY.has(metodo)
        ? 'consulta'
        : 'cuerpo'
    placed[given?.lugar ?? usual].push({ parametro, nombre: given?.nombre ?? parametro })
  }
  return placed
}

function compilePath(ruta: string, placed: readonly Placed[]): (values: Values) => string {
  // Odd pieces are the names between braces.
  const pieces = ruta.split(/\{([^{}]*)\}/)
  const names = pieces.filter((_, index) => index % 2 === 1)
  const parametros = names.map((nombre) => {
    const found = placed.find((each) => each.nombre === nombre)
    if (!found) throw refuse('objeto.ruta', `La ruta usa {${nombre}} y no hay un parámetro con ese nombre.`)
    return found.parametro
  })
  const unused = placed.find(({ nombre }) => !names.includes(nombre))
  if (unused)
    throw refuse(
      'objeto.ruta',
      `El parámetro «${unused.parametro}» va en la ruta, que no tiene {${unused.nombre}}.`,
    )
  if (parametros.length === 0) return () => ruta
  const texts = pieces.filter((_, index) => index % 2 === 0)

  return (values) => {
    let path = texts[0] ?? ''
    for (let index = 0; index < parametros.length; index++) {
      const parametro = parametros[index] ?? ''
      path += encodeSegment(values[parametro], parametro) + (texts[index + 1] ?? '')
    }
    if (leavesBase(path)) throw refuse('parametros', 'Un valor de la ruta no puede ser «.» ni «..».')
    return path
  }
}

function encodeSegment(value: unknown, parametro: string): string {
  const text = textOf(value)
  if (text === null || text === '') throw refuse(parametro, 'La ruta necesita un valor.')
  return encodeURIComponent(text.toWellFormed())
}

/** Null is left out; a list repeats its name. */
function writeQuery(fixed: string, placed: readonly Placed[], values: Values): string {
  let query = fixed
  for (const { parametro, nombre } of placed) {
    const value = values[parametro]
    for (const each of Array.isArray(value) ? value : [value]) {
      const text = textOf(each)
      if (text === null) continue
      const pair = `${encodeURIComponent(nombre)}=${encodeURIComponent(text.toWellFormed())}`
      query = query === '' ? pair : `${query}&${pair}`
    }
  }
  return query
}

function writeHeader(
  headers: Record<string, string>,
  nombre: string,
  value: unknown,
  parametro: string,
): void {
  const text = textOf(value)
  if (text === null) return
  const problem = valueProblem(text)
  if (problem !== null) throw refuse(parametro, problem)
  headers[nombre] = text
}

function hasHeader(headers: Readonly<Record<string, string>>, lowerName: string): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === lowerName)
}
