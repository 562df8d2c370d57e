import type { Conexion, Flujo, Nodo } from '@div/contract'
import { type Anotaciones, keyOf } from './anotacion-key.ts'
import type { FlujoCommand, Posicion } from './flujo-command.ts'
import { comingAfter, leadingTo } from './graph-walk.ts'
import { placesOf } from './grupo-members.ts'
import { handlesOf, NORMAL } from './nodo-handles.ts'
import { namedNodos } from './rename-nodos.ts'

/** What a person does to a drawing, as the commands that do it. A plan is null when there is nothing to do. */
export type ChangePlan = FlujoCommand | null

/** Several plans as one step. */
export function planAll(plans: readonly ChangePlan[]): ChangePlan {
  const commands = plans.filter((plan) => plan !== null)
  return commands.length <= 1 ? (commands[0] ?? null) : { kind: 'all', commands }
}

/** Frames and notes of a drawing become others; a list without any is none. */
export function planAnnotate({ grupos, notas }: Flujo, after: Anotaciones): ChangePlan {
  const listed = {
    ...(after.grupos && after.grupos.length > 0 && { grupos: after.grupos }),
    ...(after.notas && after.notas.length > 0 && { notas: after.notas }),
  }
  return { kind: 'annotate', before: { ...(grupos && { grupos }), ...(notas && { notas }) }, after: listed }
}

/** Puts nodes and their connections at the end of the drawing. */
export function planInsert(
  flujo: Flujo,
  { nodos, conexiones = [] }: { nodos: readonly Nodo[]; conexiones?: readonly Conexion[] },
): ChangePlan {
  return planAll([
    ...nodos.map((nodo, at) => ({ kind: 'insertNodo' as const, at: flujo.nodos.length + at, nodo })),
    ...conexiones.map((conexion, at) => ({
      kind: 'insertConexion' as const,
      at: flujo.conexiones.length + at,
      conexion,
    })),
  ])
}

/** Takes nodes away with every connection that touches them; connections, frames and notes by themselves. The only entrada stays. */
export function planRemove(
  flujo: Flujo,
  {
    nodos = new Set(),
    conexiones = new Set(),
    anotaciones = new Set(),
  }: {
    nodos?: ReadonlySet<string>
    conexiones?: ReadonlySet<string>
    anotaciones?: ReadonlySet<string>
  },
): ChangePlan {
  const goes = ({ id, tipo }: Nodo) => nodos.has(id) && tipo !== 'entrada'
  const gone = new Set(flujo.nodos.filter(goes).map(({ id }) => id))
  const isCut = ({ id, origen, destino }: Conexion) =>
    conexiones.has(id) || gone.has(origen) || gone.has(destino)
  // From the end, so that the places of those before hold.
  return planAll([
    ...flujo.conexiones
      .map((conexion, at) => ({ kind: 'removeConexion' as const, at, conexion }))
      .filter(({ conexion }) => isCut(conexion))
      .toReversed(),
    ...flujo.nodos
      .map((nodo, at) => ({ kind: 'removeNodo' as const, at, nodo }))
      .filter(({ nodo }) => goes(nodo))
      .toReversed(),
    planRemoveAnotaciones(flujo, anotaciones),
  ])
}

function planRemoveAnotaciones(flujo: Flujo, keys: ReadonlySet<string>): ChangePlan {
  if (keys.size === 0) return null
  return planAnnotate(flujo, {
    grupos: flujo.grupos?.filter(({ id }) => !keys.has(keyOf('grupos', id))),
    notas: flujo.notas?.filter(({ id }) => !keys.has(keyOf('notas', id))),
  })
}

/** Puts nodes (by id), frames and notes (by key) elsewhere. */
export function planMove(flujo: Flujo, places: ReadonlyMap<string, Posicion>): ChangePlan {
  const moves = [...placesOf(flujo)].flatMap(([id, from]) => {
    const to = places.get(id)
    return to && (to.x !== from.x || to.y !== from.y) ? [{ id, from, to }] : []
  })
  return moves.length === 0 ? null : { kind: 'move', moves }
}

/** Changes fields of a node; undefined takes one away. */
export function planChangeNodo(flujo: Flujo, id: string, fields: Partial<Nodo>): ChangePlan {
  const before = flujo.nodos.find((nodo) => nodo.id === id)
  if (!before) return null
  const entries = Object.entries({ ...before, ...fields }).filter(([, value]) => value !== undefined)
  return { kind: 'replaceNodo', before, after: Object.fromEntries(entries) as Nodo }
}

/** Whether a connection may be drawn: between two nodes, once for each handle, and never in a circle. */
export function canConnect(flujo: Flujo, { origen, destino, salida }: Omit<Conexion, 'id'>): boolean {
  const target = flujo.nodos.find(({ id }) => id === destino)
  const source = flujo.nodos.find(({ id }) => id === origen)
  if (!source || !target || origen === destino) return false
  if (target.tipo === 'entrada' || source.tipo === 'salida') return false
  const isThere = flujo.conexiones.some(
    (each) => each.origen === origen && each.destino === destino && each.salida === salida,
  )
  return !isThere && !comingAfter(flujo, destino).includes(origen)
}

/** All nodes to which a connection may be drawn, told in one walk: asking for each by itself is a walk for each. */
export function connectTargets(
  flujo: Flujo,
  { origen, salida }: Omit<Conexion, 'id' | 'destino'>,
): readonly Nodo[] {
  const source = flujo.nodos.find(({ id }) => id === origen)
  if (!source || source.tipo === 'salida') return []
  const refused = new Set([
    ...leadingTo(flujo, origen),
    ...flujo.conexiones
      .filter((each) => each.origen === origen && each.salida === salida)
      .map(({ destino }) => destino),
  ])
  return flujo.nodos.filter(({ id, tipo }) => tipo !== 'entrada' && !refused.has(id))
}

export function planConnect(flujo: Flujo, conexion: Omit<Conexion, 'id'>): ChangePlan {
  if (!canConnect(flujo, conexion)) return null
  return planInsert(flujo, { nodos: [], conexiones: [{ ...conexion, id: freeConexionId(flujo) }] })
}

/** Puts a new node into a connection; one by which nothing could go on stands by itself. */
export function planSplice(flujo: Flujo, conexionId: string, nodo: Nodo): ChangePlan {
  return planAll([planInsert(flujo, { nodos: [nodo] }), planThrough(flujo, conexionId, nodo)])
}

/** What came to the end of a connection comes to the node, and goes on from there. Null: by that node nothing goes on. */
export function planThrough(flujo: Flujo, conexionId: string, nodo: Nodo): ChangePlan {
  const before = flujo.conexiones.find(({ id }) => id === conexionId)
  const [first] = handlesOf(nodo)
  if (!before || first === undefined || nodo.tipo === 'entrada') return null
  const after = { ...before, destino: nodo.id }
  const rest: Conexion = {
    id: freeConexionId(flujo),
    origen: nodo.id,
    destino: before.destino,
    ...(first !== NORMAL && { salida: first }),
  }
  return planAll([
    { kind: 'replaceConexion', before, after },
    { kind: 'insertConexion', at: flujo.conexiones.length, conexion: rest },
  ])
}

/** Puts a node after another one, at a way out of that; without one it stands by itself. */
export function planAppend(
  flujo: Flujo,
  nodo: Nodo,
  after: { origen: string; salida: string } | null,
): ChangePlan {
  const conexion = after && {
    id: freeConexionId(flujo),
    origen: after.origen,
    destino: nodo.id,
    ...(after.salida !== NORMAL && { salida: after.salida }),
  }
  return planInsert(flujo, {
    nodos: [nodo],
    conexiones: conexion && nodo.tipo !== 'entrada' ? [conexion] : [],
  })
}

const NONE: ReadonlySet<string> = new Set()

/**
 * The next of n1, n2, … that is free: formulas name nodes by it, so it is short. One that the drawing still names, or that is `taken`, is not:
 * what was meant for a node that is gone must not come to a new one.
 */
export function freeNodoId({ nodos }: Pick<Flujo, 'nodos'>, taken = NONE): string {
  return freeId('n', nodos, namedNodos(nodos).union(taken))
}

function freeConexionId({ conexiones }: Pick<Flujo, 'conexiones'>): string {
  return freeId('c', conexiones)
}

/** The first free one of those with a prefix, counted on from how many there are. */
export function freeId(prefix: string, items: readonly { id: string }[], others = NONE): string {
  const taken = new Set(items.map(({ id }) => id))
  let next = items.length + 1
  while (taken.has(`${prefix}${next}`) || others.has(`${prefix}${next}`)) next++
  return `${prefix}${next}`
}
