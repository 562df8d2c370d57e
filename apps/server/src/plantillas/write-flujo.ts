import type { Conexion, flujoSchema, nodoSchema, Parametro, TipoDato } from '@div/contract'
import type { z } from 'zod'

export type NodoEscrito = z.input<typeof nodoSchema>
type FlujoEscrito = z.input<typeof flujoSchema>

/** Values by name. A name may say its type, `total:decimal`; a text that begins with = is a formula. */
export type Valores = Readonly<Record<string, unknown>>

type Politica = NodoEscrito['politica']

/** A plain path into the output of a node, as mapping writes it, and not a formula. */
const REFERENCIA = /^=([a-z]\w*)\.([\w.[\]]+)$/
/** Of a region, and of a lista that is mapped: they are of no node. */
const DE_LA_REGION = new Set(['elemento', 'indice', 'total'])

/** The rows of a node. */
function parametros(valores: Valores): Parametro[] {
  return Object.entries(valores).map(([key, valor], index) => {
    const [nombre = '', tipo] = key.split(':')
    // Names are written by who writes a template; the contract reads them when it is loaded.
    return { nombre, ...(tipo && { tipo: tipo as TipoDato }), ...origenOf(valor), orden: index + 1 }
  })
}

function origenOf(valor: unknown): Pick<Parametro, 'valor' | 'valorAsignado' | 'expresion'> {
  if (typeof valor !== 'string' || !valor.startsWith('=')) return { valor }
  const [, nodo = '', ruta = ''] = REFERENCIA.exec(valor) ?? []
  if (nodo !== '' && !DE_LA_REGION.has(nodo)) return { valorAsignado: { nodo, ruta } }
  return { expresion: valor.slice(1) }
}

export function entrada(declarados: readonly Parametro[]): NodoEscrito {
  return {
    id: 'entrada',
    tipo: 'entrada',
    nombre: 'Entrada',
    parametros: declarados.map((each, index) => ({ ...each, orden: index + 1 })),
  }
}

interface Llamada {
  /** `<servidor>.<tipoObjeto>`, the servidor as the template names it. */
  a: string
  objeto: Readonly<Record<string, unknown>>
  con?: Valores
  politica?: Politica
  transaccion?: string
}

export function call(id: string, nombre: string, { a, objeto, con = {}, ...rest }: Llamada): NodoEscrito {
  const [servidorId = '', tipoObjeto] = a.split('.')
  return { id, tipo: 'proceso', nombre, servidorId, tipoObjeto, objeto, parametros: parametros(con), ...rest }
}

/** Cases by name, each a formula. */
export function condicion(id: string, nombre: string, casos: Readonly<Record<string, string>>): NodoEscrito {
  return {
    id,
    tipo: 'condicion',
    nombre,
    casos: Object.entries(casos).map(([caso, expresion]) => ({ nombre: caso, expresion })),
  }
}

interface Transformacion {
  /** `nodo.ruta`. */
  lista?: string
  pasos?: readonly object[]
  campos?: Valores
  politica?: Politica
}

export function transform(
  id: string,
  nombre: string,
  { lista, pasos, campos = {}, politica }: Transformacion,
): NodoEscrito {
  return {
    id,
    tipo: 'transformacion',
    nombre,
    ...(lista !== undefined && { lista: referencia(lista) }),
    ...(pasos && { pasos }),
    ...(politica && { politica }),
    parametros: parametros(campos),
  }
}

interface Division {
  lista?: string
  concurrencia?: number
  lote?: number
  cursor?: boolean
  enError?: 'detener' | 'continuar'
}

export function split(id: string, nombre: string, { lista, ...options }: Division = {}): NodoEscrito {
  return {
    id,
    tipo: 'splitter-split',
    nombre,
    ...(lista !== undefined && { lista: referencia(lista) }),
    ...options,
  }
}

export function join(id: string, nombre: string, split: string, campos: Valores = {}): NodoEscrito {
  return {
    id,
    tipo: 'splitter-join',
    nombre,
    split,
    union: { tipo: 'todos' },
    parametros: parametros(campos),
  }
}

export function salida(
  id: string,
  nombre: string,
  { estado = 200, tipoContenido, campos }: { estado?: number; tipoContenido?: string; campos: Valores },
): NodoEscrito {
  return {
    id,
    tipo: 'salida',
    nombre,
    estadoHttp: estado,
    ...(tipoContenido !== undefined && { tipoContenido }),
    parametros: parametros(campos),
  }
}

function referencia(text: string) {
  const [nodo = '', ...ruta] = text.split('.')
  return { nodo, ruta: ruta.join('.') }
}

/** Between the left sides of two columns, and between two rows. */
const COLUMNA = 260
const FILA = 128

/**
 * A drawing of nodes and chains: `entrada > existe`, `existe.si > respuesta`. A node stands one column after the last of those that lead to
 * it, and each further way out of a node one row lower.
 */
export function draw(nodos: readonly NodoEscrito[], cadenas: readonly string[]): FlujoEscrito {
  const conexiones = cadenas.flatMap(readCadena).map((each, index) => ({ id: `c${index + 1}`, ...each }))
  const columnas = new Map<string, number>()
  const columnaOf = (id: string): number => {
    const known = columnas.get(id)
    if (known !== undefined) return known
    const before = conexiones.filter(({ destino }) => destino === id).map(({ origen }) => columnaOf(origen))
    const columna = before.length === 0 ? 0 : Math.max(...before) + 1
    columnas.set(id, columna)
    return columna
  }
  const filas = rowsOf(nodos, { conexiones, columnaOf })
  return {
    version: 1,
    nodos: nodos.map((nodo) => ({
      ...nodo,
      posicion: { x: columnaOf(nodo.id) * COLUMNA, y: (filas.get(nodo.id) ?? 0) * FILA },
    })),
    conexiones,
  }
}

function readCadena(cadena: string): Omit<Conexion, 'id'>[] {
  const ends = cadena.split('>').map((end) => end.trim())
  return ends.slice(1).map((end, index) => {
    const [origen = '', salidaDe] = (ends[index] ?? '').split('.')
    const [destino = ''] = end.split('.')
    return { origen, destino, ...(salidaDe !== undefined && { salida: salidaDe }) }
  })
}

interface Drawn {
  conexiones: readonly Conexion[]
  columnaOf: (id: string) => number
}

/** Where the first that leads to a node stands, or the next row that is free in its column. */
function rowsOf(nodos: readonly NodoEscrito[], { conexiones, columnaOf }: Drawn): Map<string, number> {
  const filas = new Map<string, number>()
  const taken = new Set<string>()
  const inOrder = nodos.toSorted((left, right) => columnaOf(left.id) - columnaOf(right.id))
  for (const { id } of inOrder) {
    const before = conexiones
      .filter(({ destino }) => destino === id)
      .map(({ origen }) => filas.get(origen) ?? 0)
    const columna = columnaOf(id)
    let fila = Math.min(...(before.length === 0 ? [0] : before))
    while (taken.has(`${columna} ${fila}`)) fila += 1
    taken.add(`${columna} ${fila}`)
    filas.set(id, fila)
  }
  return filas
}
