import type { Flujo, Nodo } from '@div/contract'
import { lookUp } from '@div/contract'
import { normalizeName } from '@div/formula'

/** What a flujo names beside its own nodes: servers and processes by id, the others by name. */
export interface Dependencia {
  recurso: 'servidores' | 'procesos' | 'parametros' | 'tablas' | 'consecutivos' | 'rag' | 'ai-agents'
  referencia: string
  nodo: string
}

/** Everything that the nodes and formulas of a flujo name, each once a node. */
export function listDependencias({ nodos }: Flujo): Dependencia[] {
  const found = new Map<string, Dependencia>()
  for (const nodo of nodos) {
    for (const { recurso, referencia } of listOfNodo(nodo)) {
      found.set(`${nodo.id} ${recurso} ${referencia}`, { recurso, referencia, nodo: nodo.id })
    }
  }
  return [...found.values()]
}

type Named = Omit<Dependencia, 'nodo'>

function listOfNodo(nodo: Nodo): Named[] {
  const { servidorId } = nodo
  return [
    ...(nodo.tipo === 'proceso' && typeof servidorId === 'string'
      ? [{ recurso: 'servidores' as const, referencia: servidorId }]
      : []),
    ...listOfInterno(nodo),
    ...collectExpresiones(nodo).flatMap(listOfExpresion),
  ]
}

/** Fields of the objects of the built-in server that name something of ours. */
const INTERNO: Readonly<Record<string, { recurso: Dependencia['recurso']; field: string }>> = {
  proceso: { recurso: 'procesos', field: 'procesoId' },
  tabla: { recurso: 'tablas', field: 'tabla' },
  consecutivo: { recurso: 'consecutivos', field: 'nombre' },
  rag: { recurso: 'rag', field: 'coleccion' },
  agente: { recurso: 'ai-agents', field: 'agente' },
}

function listOfInterno({ tipo, tipoServidor, tipoObjeto, objeto }: Nodo): Named[] {
  if (tipo !== 'proceso' || tipoServidor !== 'interno' || typeof tipoObjeto !== 'string') return []
  const names = lookUp(INTERNO, tipoObjeto)
  if (!names || typeof objeto !== 'object' || objeto === null) return []
  const referencia: unknown = Reflect.get(objeto, names.field)
  return typeof referencia === 'string' && referencia !== '' ? [{ recurso: names.recurso, referencia }] : []
}

/** Every text under a key `expresion`, however deep. */
function collectExpresiones(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectExpresiones)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'expresion' && typeof inner === 'string' ? [inner] : collectExpresiones(inner),
  )
}

const FUNCIONES: ReadonlyMap<string, Dependencia['recurso']> = new Map([
  ['PARAMETRO', 'parametros'],
  ['BUSCAR', 'tablas'],
  ['BUSCAR_FILA', 'tablas'],
  ['CONSECUTIVO', 'consecutivos'],
])

/** A text, or one of the functions of access with a text as its first argument. A text that stands first is passed over whole. */
export const CALLS = /"(?:[^"\\]|\\.|"")*"|(?<![\p{L}\p{N}_])([\p{L}_]+)\s*\(\s*"((?:[^"\\]|\\.|"")*)"/giu

/** These functions take the name as a literal, so that what a formula uses is known without running it. */
function listOfExpresion(expresion: string): Named[] {
  return [...expresion.matchAll(CALLS)].flatMap(([, funcion, referencia]) => {
    const recurso = recursoOf(funcion)
    return recurso && referencia ? [{ recurso, referencia }] : []
  })
}

/** What such a function names. */
export function recursoOf(funcion: string | undefined): Dependencia['recurso'] | undefined {
  return FUNCIONES.get(normalizeName(funcion ?? ''))
}
