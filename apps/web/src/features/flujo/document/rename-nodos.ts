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

/** The same when neither of its ends is called otherwise. */
export function renameConexion(conexion: Conexion, names: Names): Conexion {
  const { origen, destino } = conexion
  if (!names.has(origen) && !names.has(destino)) return conexion
  return { ...conexion, origen: names.get(origen) ?? origen, destino: names.get(destino) ?? destino }
}

/** A node and all that it refers to by their new ids; the same when none of them has one: what is known of it holds. */
export function renameWhole(nodo: Nodo, names: Names): Nodo {
  const renamed = renameNamed(nodo, names)
  const id = names.get(nodo.id)
  return id === undefined ? renamed : { ...renamed, id }
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
  const renamed = renameIn(nodo, names) as Nodo
  const split = typeof nodo.split === 'string' ? names.get(nodo.split) : undefined
  return split === undefined ? renamed : { ...renamed, split }
}

function renameIn(value: unknown, names: Lookup): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => renameIn(item, names))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  if (typeof value !== 'object' || value === null) return value
  const changed = Object.entries(value).flatMap(([key, held]) => {
    const renamed = renameField(key, held, { names, isReference: 'ruta' in value })
    return renamed === held ? [] : [[key, renamed]]
  })
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) }
}

function renameField(
  key: string,
  held: unknown,
  { names, isReference }: { names: Lookup; isReference: boolean },
): unknown {
  // A literal is data, whatever it looks like.
  if (key === 'valor' || key === 'ejemplo' || key === 'defecto') return held
  if (key === 'nodo' && typeof held === 'string' && isReference) return names.get(held) ?? held
  if (key === 'expresion' && typeof held === 'string') return renameInFormula(held, names)
  return renameIn(held, names)
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
