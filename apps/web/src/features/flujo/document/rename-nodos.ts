import type { Conexion, Flujo, Nodo } from '@div/contract'
import { formulaNames } from './formula-names.ts'

/** Ids of nodes and what they are called from now on. */
export type Names = ReadonlyMap<string, string>

/** A drawing in which nodes are called otherwise, wherever they are named. */
export function renameFlujo(flujo: Flujo, names: Names): Flujo {
  if (names.size === 0) return flujo
  return {
    ...flujo,
    nodos: flujo.nodos.map((nodo) => renameWhole(nodo, names)),
    conexiones: flujo.conexiones.map((conexion) => renameConexion(conexion, names)),
  }
}

export function renameConexion(conexion: Conexion, names: Names): Conexion {
  const { origen, destino } = conexion
  return { ...conexion, origen: names.get(origen) ?? origen, destino: names.get(destino) ?? destino }
}

/** A node and all that it refers to by their new ids. */
export function renameWhole(nodo: Nodo, names: Names): Nodo {
  return { ...renameNamed(nodo, names), id: names.get(nodo.id) ?? nodo.id }
}

/** The ids by which nodes refer to others, whether those are there or not; of formulas every name that may be one. */
export function namedNodos(nodos: readonly Nodo[]): ReadonlySet<string> {
  const named = new Set<string>()
  for (const nodo of nodos)
    renameNamed(nodo, {
      get(id) {
        named.add(id)
        return undefined
      },
    })
  return named
}

type Lookup = Pick<Names, 'get'>

/** The one place that knows where a node names others: in references, in formulas, and a join its split. Its own id stays. */
function renameNamed(nodo: Nodo, names: Lookup): Nodo {
  const { id, ...fields } = nodo
  const renamed = renameIn(fields, names) as Omit<Nodo, 'id'>
  const split = typeof nodo.split === 'string' ? names.get(nodo.split) : undefined
  return { ...renamed, id, ...(split !== undefined && { split }) } as Nodo
}

function renameIn(value: unknown, names: Lookup): unknown {
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
export function renameInFormula(formula: string, names: Lookup): string {
  let renamed = ''
  let at = 0
  for (const { nombre, desde, hasta } of formulaNames(formula)) {
    renamed += formula.slice(at, desde) + (names.get(nombre) ?? nombre)
    at = hasta
  }
  return renamed + formula.slice(at)
}
