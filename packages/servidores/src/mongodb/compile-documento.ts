import { isPlainObject } from '@div/contract'
import type { Plantillas, Valores } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import { type Bson, checkNombre, checkTipo, MARCAS, toBson, toTipo } from './bson-values.ts'
import { CAMPOS, type Contexto, OPERADORES } from './operadores.ts'

/** Writes a part of a document with the values of one call. */
type Escritor = (valores: Valores, bson: Bson) => unknown

/** A document, as `compileDocumento` leaves it. */
export type EscritorDeDocumento = (valores: Valores, bson: Bson) => Record<string, unknown>

interface Lugar {
  plantillas: Plantillas
  contexto: Contexto
  campo: string
}

/**
 * Compiles a document that is written in the node. A text `{name}` is the value of that parameter, with its type; a text with more around
 * it stays a text. Operators can only be those that are written in the node: what a parameter brings is always data. Throws DatosInvalidos.
 */
export function compileDocumento(
  plantillas: Plantillas,
  documento: Readonly<Record<string, unknown>>,
  { contexto, campo }: { contexto: Contexto; campo: string },
): EscritorDeDocumento {
  return compileCampos(documento, { plantillas, contexto, campo })
}

function compileParte(parte: unknown, lugar: Lugar): Escritor {
  if (lugar.contexto === 'tuberia') return compileEtapas(parte, lugar)
  if (typeof parte === 'string') return compileTexto(parte, lugar)
  if (Array.isArray(parte)) {
    const items = parte.map((item, index) =>
      compileParte(item, { ...lugar, campo: `${lugar.campo}[${index}]` }),
    )
    return (valores, bson) => items.map((write) => write(valores, bson))
  }
  if (!isPlainObject(parte)) return (_, bson) => toBson(parte, { campo: lugar.campo, bson })
  return compileMarca(parte, lugar) ?? compileCampos(parte, lugar)
}

/** The stages of a pipeline, in their order. */
export function compileEtapas(
  etapas: unknown,
  { plantillas, campo }: Omit<Lugar, 'contexto'>,
): (valores: Valores, bson: Bson) => Record<string, unknown>[] {
  if (!Array.isArray(etapas)) throw refuse(campo, 'Use una lista de etapas.')
  const items = etapas.map((etapa, index) => {
    const place = `${campo}[${index}]`
    if (!isPlainObject(etapa) || Object.keys(etapa).length !== 1)
      throw refuse(place, 'Cada etapa es un objeto con un solo nombre: { "$match": { … } }.')
    return compileCampos(etapa, { plantillas, contexto: 'etapa', campo: place })
  })
  return (valores, bson) => items.map((write) => write(valores, bson))
}

function compileCampos(documento: Readonly<Record<string, unknown>>, lugar: Lugar): EscritorDeDocumento {
  const campos = Object.entries(documento).map(([nombre, parte]) => {
    const campo = `${lugar.campo}.${nombre}`
    return [nombre, compileParte(parte, { ...lugar, contexto: contextoOf(nombre, lugar), campo })] as const
  })
  return (valores, bson) =>
    Object.fromEntries(campos.map(([nombre, write]) => [nombre, write(valores, bson)]))
}

function contextoOf(nombre: string, { contexto, campo }: Lugar): Contexto {
  const { propios, otros } = CAMPOS[contexto]
  const operador = Object.hasOwn(OPERADORES[contexto], nombre) ? OPERADORES[contexto][nombre] : undefined
  if (operador !== undefined) return operador
  if (nombre.startsWith('$')) throw refuse(campo, `Aquí no se admite «${nombre}».`)
  if (/[{}\0]/.test(nombre))
    throw refuse(campo, `El nombre «${nombre}» no admite llaves: los nombres son fijos.`)
  checkNombre(nombre, campo)
  const found = (Object.hasOwn(propios, nombre) ? propios[nombre] : undefined) ?? otros
  if (found === null) throw refuse(campo, `Aquí va un operador, y «${nombre}» no lo es.`)
  return found
}

/** `{ "$oid": "{id}" }`: a value of a type that JSON does not have. */
function compileMarca(parte: Readonly<Record<string, unknown>>, lugar: Lugar): Escritor | null {
  const [first, ...others] = Object.keys(parte)
  if (first === undefined || others.length > 0 || !Object.hasOwn(MARCAS, first)) return null
  const tipo = MARCAS[first]
  if (tipo === undefined) return null
  const value = parte[first]
  if (typeof value !== 'string' && typeof value !== 'number')
    throw refuse(lugar.campo, `El valor de «${first}» se escribe como texto.`)
  const text = String(value)
  const read = compileTexto(text, { ...lugar, contexto: 'valor' }, keep)
  if (!/\{[\p{L}_]/u.test(text)) checkTipo(tipo, text, `${lugar.campo}.${first}`)
  return (valores, bson) => toTipo(tipo, read(valores, bson), { campo: lugar.campo, bson })
}

type Atadura = (value: unknown, origen: { campo: string; bson: Bson }) => unknown

function compileTexto(
  text: string,
  { plantillas, contexto, campo }: Lugar,
  bind: Atadura = BINDINGS[contexto] ?? toBson,
): Escritor {
  const plantilla = plantillas.compile(campo, text)
  const isFixed = plantilla.write({}) === text
  if (!isFixed && FIXED.has(contexto))
    throw refuse(campo, 'Aquí va el nombre de una colección, sin parámetros.')
  const alone = /^\{([\p{L}_][\p{L}\p{N}_]*)\}$/u.exec(text)?.[1]
  if (alone !== undefined && contexto !== 'patron')
    return (valores, bson) => bind(valores[alone], { campo: alone, bson })
  // What is written in the node means what it says; only what a call brings is bound.
  if (isFixed) return () => text
  if (contexto === 'patron') return (valores) => plantilla.write(valores, escapePattern)
  return (valores, bson) => bind(plantilla.write(valores), { campo, bson })
}

/** Whose texts name collections: no call says which (security rule 5). */
const FIXED: ReadonlySet<Contexto> = new Set(['nombre', 'union'])

const BINDINGS: Partial<Readonly<Record<Contexto, Atadura>>> = { expresion: toLiteral }

function keep(value: unknown): unknown {
  return value
}

/** In an expression a text with $ would name a field, and an object or a list would be computed. */
function toLiteral(value: unknown, origen: { campo: string; bson: Bson }): unknown {
  const bound = toBson(value, origen)
  const isPlain =
    typeof bound === 'string' ? !bound.startsWith('$') : !isPlainObject(bound) && !Array.isArray(bound)
  return isPlain ? bound : { $literal: bound }
}

/** What a parameter brings to a pattern means itself. */
function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/#\s-]/g, String.raw`\$&`)
}
