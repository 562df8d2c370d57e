import { type Conexion, erroresOf, type Flujo, type Nodo, parseFlujo } from '@div/contract'
import { z } from 'zod'
import { placeNodos } from './place-nodos.ts'
import { readObjeto } from './read-objeto.ts'

/** What a model wants to know before it proposes something. */
export interface Consulta {
  que: 'objetos' | 'objeto' | 'tipo'
  servidorId: string
  nombre: string
}

export type Leida =
  | { clase: 'consultas'; consultas: readonly Consulta[] }
  | { clase: 'propuesta'; explicacion: string; flujo: Flujo }
  /** It is to answer again. */
  | { clase: 'problema'; problema: string }

const TIPO_CONSULTA = ['objetos', 'objeto', 'tipo'] as const

/** What is asked for, in the few words that every service knows: all fields are there, and none that is open. */
export const PROPUESTA_SCHEMA = objectOf({
  explicacion: { type: 'string' },
  consultas: {
    type: 'array',
    items: objectOf({
      que: { type: 'string', enum: TIPO_CONSULTA },
      servidorId: { type: 'string' },
      nombre: { type: 'string' },
    }),
  },
  nodos: {
    type: 'array',
    items: objectOf({
      id: { type: 'string' },
      tipo: { type: 'string' },
      nombre: { type: 'string' },
      contenido: { type: 'string' },
    }),
  },
  conexiones: {
    type: 'array',
    items: objectOf({
      origen: { type: 'string' },
      destino: { type: 'string' },
      salida: { type: 'string' },
    }),
  },
})

export function objectOf(properties: Record<string, object>): object {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** More than is asked for: services without shapes leave fields out, or write the rest of a node beside its id. */
const respuestaSchema = z.object({
  explicacion: z.string().default(''),
  consultas: z
    .array(
      z.object({
        que: z.enum(TIPO_CONSULTA),
        servidorId: z.string().nullish(),
        nombre: z.string().nullish(),
      }),
    )
    .default([]),
  nodos: z
    .array(
      z.looseObject({
        id: z.string().min(1),
        tipo: z.string().nullish(),
        nombre: z.string().nullish(),
        contenido: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
      }),
    )
    .default([]),
  conexiones: z
    .array(z.object({ origen: z.string(), destino: z.string(), salida: z.string().nullish() }))
    .default([]),
})
type NodoEscrito = z.output<typeof respuestaSchema>['nodos'][number]
type ConexionEscrita = z.output<typeof respuestaSchema>['conexiones'][number]

const MAX_TOLD = 10

/** What an answer proposes in the place of this drawing. Whether it can run is not looked at here. */
export function readPropuesta(texto: string, base: Flujo): Leida {
  const objeto = readObjeto(texto)
  if (objeto === null) return { clase: 'problema', problema: 'No es un objeto JSON.' }
  const read = respuestaSchema.safeParse(objeto)
  if (!read.success) return problemaOf(read.error)
  const { explicacion, consultas, nodos, conexiones } = read.data
  if (nodos.length === 0 && consultas.length > 0)
    return {
      clase: 'consultas',
      consultas: consultas.map(({ que, servidorId, nombre }) => ({
        que,
        servidorId: servidorId ?? '',
        nombre: nombre ?? '',
      })),
    }
  if (nodos.length === 0)
    return explicacion === ''
      ? { clase: 'problema', problema: 'No propone nada ni explica por qué.' }
      : { clase: 'propuesta', explicacion, flujo: base }
  return buildFlujo({ explicacion, nodos, conexiones }, base)
}

function buildFlujo(
  {
    explicacion,
    nodos,
    conexiones,
  }: Pick<z.output<typeof respuestaSchema>, 'explicacion' | 'nodos' | 'conexiones'>,
  base: Flujo,
): Leida {
  const before = new Map(base.nodos.map((nodo) => [nodo.id, nodo]))
  const written = nodos.map((nodo) => writeNodo(nodo, before.get(nodo.id)))
  const unread = nodos.find((_, at) => written[at] === null)
  if (unread)
    return { clase: 'problema', problema: `El «contenido» del nodo ${unread.id} no es un objeto JSON.` }
  const places = placeNodos(
    nodos.map(({ id }) => id),
    conexiones,
    new Map(base.nodos.map(({ id, posicion }) => [id, posicion])),
  )
  try {
    const flujo = parseFlujo({
      ...base,
      nodos: nodos.map(({ id }, at) => ({ ...written[at], posicion: places.get(id) })),
      conexiones: nameConexiones(conexiones, base.conexiones),
    })
    return { clase: 'propuesta', explicacion, flujo }
  } catch (cause) {
    if (cause instanceof z.ZodError) return problemaOf(cause)
    throw cause
  }
}

/** A node as it is stored, but for its place; null: what it holds cannot be read. */
function writeNodo(
  { id, tipo, nombre, contenido, ...beside }: NodoEscrito,
  before: Nodo | undefined,
): Record<string, unknown> | null {
  const fields = typeof contenido === 'string' && contenido.trim() !== '' ? readObjeto(contenido) : contenido
  if (fields === null && typeof contenido === 'string') return null
  const own = { ...beside, ...(typeof fields === 'object' && fields) }
  // Of one that stays as it is only the name is written again.
  const isKept =
    before !== undefined && Object.keys(own).length === 0 && (tipo ?? before.tipo) === before.tipo
  if (isKept) return { ...before, nombre: nombre || before.nombre }
  return {
    ...(before?.nota !== undefined && { nota: before.nota }),
    ...own,
    id,
    tipo: tipo ?? before?.tipo,
    nombre: nombre || (before?.nombre ?? id),
  }
}

const keyOf = ({ origen, destino, salida }: ConexionEscrita | Conexion) =>
  JSON.stringify([origen, destino, salida || null])

/** Those that join what they joined before are the same ones. */
function nameConexiones(written: readonly ConexionEscrita[], before: readonly Conexion[]): Conexion[] {
  const known = new Map(before.map((conexion) => [keyOf(conexion), conexion.id]))
  const taken = new Set(before.map(({ id }) => id))
  let next = 1
  const newId = () => {
    while (taken.has(`c${next}`)) next++
    taken.add(`c${next}`)
    return `c${next}`
  }
  const once = new Map(written.map((conexion) => [keyOf(conexion), conexion]))
  return [...once].map(([key, { origen, destino, salida }]) => ({
    id: known.get(key) ?? newId(),
    origen,
    destino,
    ...(salida && { salida }),
  }))
}

function problemaOf(error: z.ZodError): Leida {
  const told = erroresOf(error)
    .slice(0, MAX_TOLD)
    .map(({ campo, mensaje }) => `${campo}: ${mensaje}`)
  return { clase: 'problema', problema: told.join('\n') }
}
