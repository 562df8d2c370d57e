import type { Nodo } from '@div/contract'

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

/** Texts, which are left alone; then names, with the dot that makes them fields of something. */
const TOKENS =
  /"(?:[^"\\]|\\.|"")*"|(\.\s*)?([A-Za-z_\u00c0-\u024f][A-Za-z0-9_\u00c0-\u024f]*)(?=(\s*[(:])?)/g

/** A formula in which nodes are called by their new ids; fields, keys and functions of the same name stay. */
export function renameInFormula(formula: string, names: Names): string {
  return formula.replace(TOKENS, (token: string, dot?: string, name?: string, other?: string) =>
    name === undefined || dot !== undefined || other !== undefined ? token : (names.get(name) ?? token),
  )
}
