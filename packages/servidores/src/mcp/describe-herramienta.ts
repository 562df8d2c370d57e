import {
  type DefinicionDeHerramienta,
  type DetalleDeObjeto,
  type HerramientaPermitida,
  isPlainObject,
  lookUp,
  type ObjetoDeServidor,
  type Parametro,
  type TipoDato,
} from '@div/contract'

/** Objects within objects that are spelled out. */
const DEPTH = 6
/** Fields of all of them. */
const MAX_CAMPOS = 500

const TIPOS: Readonly<Record<string, TipoDato>> = {
  string: 'texto',
  integer: 'entero',
  number: 'decimal',
  boolean: 'booleano',
  object: 'objeto',
  array: 'lista',
}

export function tipoObjetoOf({ escribe }: Pick<HerramientaPermitida, 'escribe'>): 'consulta' | 'accion' {
  return escribe ? 'accion' : 'consulta'
}

export function describeEntry(herramienta: HerramientaPermitida): ObjetoDeServidor {
  const { nombre, titulo, descripcion, escribe } = herramienta
  return {
    nombre,
    tipoObjeto: tipoObjetoOf(herramienta),
    clase: escribe ? 'cambia datos' : 'solo consulta',
    ...((titulo || descripcion) && { descripcion: titulo || descripcion }),
    objeto: { nombre },
  }
}

export function describeHerramienta(herramienta: HerramientaPermitida): DetalleDeObjeto {
  const entrada = listArgumentos(herramienta)
  return {
    ...describeEntry(herramienta),
    columnas: [],
    parametros: entrada.map(({ nombre, tipo = 'cualquiera', requerido = false }) => ({
      nombre,
      tipo,
      tipoNativo: tipo,
      nulo: !requerido,
      modo: 'IN',
    })),
    entrada,
  }
}

/** What its JSON Schema says of its arguments, as far as a form has a use for it. */
function listArgumentos({ esquema }: Pick<DefinicionDeHerramienta, 'esquema'>): Parametro[] {
  return listCampos(esquema, { depth: DEPTH, room: { campos: MAX_CAMPOS } })
}

interface Within {
  depth: number
  room: { campos: number }
}

function listCampos(schema: Record<string, unknown>, within: Within): Parametro[] {
  const { properties, required } = schema
  if (!isPlainObject(properties) || within.depth === 0) return []
  const requeridos = new Set(Array.isArray(required) ? required : [])
  return Object.entries(properties).flatMap(([nombre, each]) => {
    if (within.room.campos-- <= 0) return []
    return [{ ...toParametro(nombre, each, within), requerido: requeridos.has(nombre) }]
  })
}

function toParametro(nombre: string, schema: unknown, { depth, room }: Within): Parametro {
  if (!isPlainObject(schema)) return { nombre, tipo: 'cualquiera' }
  const tipo = tipoOf(schema.type)
  const { description, items } = schema
  const within = { depth: depth - 1, room }
  const campos = tipo === 'objeto' ? listCampos(schema, within) : []
  return {
    nombre,
    tipo,
    ...(typeof description === 'string' && { descripcion: description.slice(0, 1_000) }),
    ...(campos.length > 0 && { campos }),
    ...(tipo === 'lista' &&
      isPlainObject(items) &&
      depth > 0 && { elemento: toParametro('', items, within) }),
  }
}

/** `["string", "null"]` is a text that may be missing. */
function tipoOf(type: unknown): TipoDato {
  const names = [type].flat().filter((each) => each !== 'null')
  const [name] = names
  return (names.length === 1 && typeof name === 'string' && lookUp(TIPOS, name)) || 'cualquiera'
}
