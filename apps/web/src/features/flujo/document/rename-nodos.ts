import type { Nodo } from '@div/contract'
import { formulaNames } from './formula-names.ts'

/** Ids of nodes and what they are called from now on. */
export type Names = ReadonlyMap<string, string>

/** A node that refers to others by their new ids: in references, in formulas, and of a join to its split. Its own id stays. */
export function renameNodos(nodo: Nodo, names: Names): Nodo {
  const { id, ...fields } = nodo
  const renamed = renameIn(fields, names) as Omit<Nodo, 'id'>
  const split = typeof nodo.split === 'string' ? names.get(nodo.split) : undefined
  return { ...renamed, id, ...(split !== undefined && { split }) } as Nodo
}

function renameIn(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => renameIn(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => {
      if (key === 'nodo' && typeof held === 'string' && 'ruta' in value) return [key, names.get(held) ?? held]
      // A literal is data, whatever it looks like.
      if (key === 'valor' || key === 'ejemplo' || key === 'defecto') return [key, held]
      if (key === 'expresion' && typeof held === 'string') return [key, renameInFormula(held, names)]
      return [key, renameIn(held, names)]
    }),
  )
}

/** A formula in which nodes are called by their new ids; fields, keys and functions of the same name stay. */
export function renameInFormula(formula: string, names: Names): string {
  let renamed = ''
  let at = 0
  for (const { nombre, desde, hasta } of formulaNames(formula)) {
    renamed += formula.slice(at, desde) + (names.get(nombre) ?? nombre)
    at = hasta
  }
  return renamed + formula.slice(at)
}
