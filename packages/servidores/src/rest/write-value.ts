import { isPlainObject, lookUp } from '@div/contract'
import { textOf } from '../text-of.ts'
import type { Estilo } from './operacion-schema.ts'

type Pair = readonly [nombre: string, text: string]

const SEPARATORS: Readonly<Record<string, string>> = { comas: ',', espacios: ' ', barras: '|' }
/** Objects in objects, written in brackets. */
const LEVELS = 16

/** A value as names and texts of a query, a form or a cookie; null is left out. */
export function pairsOf(nombre: string, value: unknown, estilo: Estilo | undefined): readonly Pair[] {
  if (estilo === 'corchetes') return bracketed(nombre, value, LEVELS)
  if (estilo === 'campos' && isPlainObject(value))
    return Object.entries(value).flatMap(([campo, each]) => pairsOf(campo, each, undefined))
  const separator = estilo && lookUp(SEPARATORS, estilo)
  if (separator !== undefined) return named(nombre, joined(value, separator))
  return (Array.isArray(value) ? value : [value]).flatMap((each) => named(nombre, textOf(each)))
}

/** A list, or an object as its names and values in turn, as one text; null: nothing. */
export function joined(value: unknown, separator: string): string | null {
  const items = isPlainObject(value) ? Object.entries(value).flat() : value
  if (!Array.isArray(items)) return textOf(items)
  const texts = items.flatMap((each: unknown) => textOf(each) ?? [])
  return texts.length === 0 ? null : texts.join(separator)
}

function bracketed(nombre: string, value: unknown, levels: number): readonly Pair[] {
  const isHolding = Array.isArray(value) || isPlainObject(value)
  if (!isHolding || levels === 0) return named(nombre, textOf(value))
  return Object.entries(value).flatMap(([key, each]) => bracketed(`${nombre}[${key}]`, each, levels - 1))
}

function named(nombre: string, text: string | null): Pair[] {
  return text === null ? [] : [[nombre, text]]
}
