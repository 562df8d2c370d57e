import type { Flujo } from '@div/contract'
import { CALLS, recursoOf } from './list-dependencias.ts'

/** The flujo whose formulas read other parámetros: `rename` says how one is called, by its name. */
export function renameParametros(flujo: Flujo, rename: (nombre: string) => string): Flujo {
  return {
    ...flujo,
    nodos: flujo.nodos.map((nodo) => mapExpresiones(nodo, (text) => inExpresion(text, rename))),
  }
}

/** Every text under a key `expresion`, however deep. */
function mapExpresiones<Value>(value: Value, map: (expresion: string) => string): Value
function mapExpresiones(value: unknown, map: (expresion: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => mapExpresiones(each, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'expresion' && typeof inner === 'string' ? map(inner) : mapExpresiones(inner, map),
    ]),
  )
}

/** The name stands last in what is found, between its quotes. */
function inExpresion(expresion: string, rename: (nombre: string) => string): string {
  return expresion.replace(CALLS, (call: string, funcion?: string, nombre?: string) => {
    if (nombre === undefined || recursoOf(funcion) !== 'parametros') return call
    return `${call.slice(0, -nombre.length - 1)}${rename(nombre)}"`
  })
}
