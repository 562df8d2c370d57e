import type { Flujo, Nodo, TipoNodo } from '@div/contract'
import { NODO_WIDTH } from '../../../shared/flujo/nodo-size.ts'
import type { Posicion } from '../document/flujo-command.ts'
import { comingAfter } from '../document/graph-walk.ts'
import { freeNombre, newNodo } from '../document/new-nodo.ts'
import { ENTRY_TOP, freePlace, placeAfter, placeBetween } from '../document/nodo-geometry.ts'
import { handlesOf, isMainWay, NORMAL, openHandles } from '../document/nodo-handles.ts'
import { type ChangePlan, planAll, planAppend, planMove, planSplice } from '../document/plan-change.ts'

/** Where a new node goes. */
export interface AddPlace {
  /** The way out that leads to it. */
  after?: { origen: string; salida: string }
  /** The connection that it is put into. */
  conexion?: string
  /** Where a person pointed. */
  at?: Posicion
}

export interface AddWhat {
  tipo: TipoNodo
  /** What it keeps from the start, such as the servidor that it calls. */
  fields?: Partial<Nodo>
}

/** A drawing has one entrada. */
export function mayAdd({ nodos }: Pick<Flujo, 'nodos'>, tipo: TipoNodo): boolean {
  return tipo !== 'entrada' || nodos.every((nodo) => nodo.tipo !== 'entrada')
}

export function planAdd(
  flujo: Flujo,
  { tipo, fields }: AddWhat,
  place: AddPlace,
  taken?: ReadonlySet<string>,
): { id: string; plan: ChangePlan } | null {
  if (!mayAdd(flujo, tipo)) return null
  const line = flujo.conexiones.find(({ id }) => id === place.conexion)
  const { at, makesRoom } = placeOf(flujo, place)
  const made = newNodo(flujo, { tipo, posicion: at, after: place.after?.origen ?? line?.origen, taken })
  const nombre = fields?.nombre === undefined ? made.nombre : freeNombre(flujo, fields.nombre)
  const nodo = { ...made, ...fields, nombre }
  const plan = line ? planSplice(flujo, line.id, nodo) : planAppend(flujo, nodo, place.after ?? null)
  return { id: nodo.id, plan: planAll([plan, makesRoom]) }
}

/** Where it goes, in words. */
export function describePlace({ nodos, conexiones }: Flujo, { after, conexion }: AddPlace): string {
  const nombreOf = (id: string | undefined) => `«${nodos.find((nodo) => nodo.id === id)?.nombre ?? ''}»`
  const line = conexiones.find(({ id }) => id === conexion)
  if (line) return `Entre ${nombreOf(line.origen)} y ${nombreOf(line.destino)}`
  if (after === undefined) return 'Suelto, en el lugar marcado'
  const by = after.salida === NORMAL ? '' : `, por «${after.salida}»`
  return `Después de ${nombreOf(after.origen)}${by}`
}

/** Where it will stand; of one that goes into a connection the middle of that: what comes after it moves aside. */
export function markedPlace(flujo: Flujo, place: AddPlace): { at: Posicion; isBetween: boolean } {
  const line = flujo.conexiones.find(({ id }) => id === place.conexion)
  const [left, right] = [line?.origen, line?.destino].map((id) => flujo.nodos.find((nodo) => nodo.id === id))
  if (!left || !right) return { at: placeOf(flujo, place).at, isBetween: false }
  const [from, to] = [left.posicion, right.posicion]
  const at = { x: (from.x + NODO_WIDTH + to.x) / 2, y: (from.y + to.y) / 2 + ENTRY_TOP }
  return { at, isBetween: true }
}

interface Placed {
  at: Posicion
  /** What moves aside. */
  makesRoom: ChangePlan
}

function placeOf(flujo: Flujo, { after, conexion, at }: AddPlace): Placed {
  const free = at && freePlace(flujo, at)
  // Let go over a connection between two that stand close: what comes after it moves aside, and nothing goes under them.
  if (at && free && (conexion === undefined || free.y === Math.round(at.y)))
    return { at: free, makesRoom: null }
  const nodo = (id: string | undefined) => flujo.nodos.find((each) => each.id === id)
  const line = flujo.conexiones.find(({ id }) => id === conexion)
  const [left, right] = [nodo(line?.origen), nodo(line?.destino)]
  if (left && right) {
    const between = placeBetween(flujo, left, right)
    return { at: between.at, makesRoom: planShift(flujo, right, between.room) }
  }
  const before = nodo(after?.origen)
  return { at: before ? placeAfter(flujo, before) : freePlace(flujo, { x: 0, y: 0 }), makesRoom: null }
}

/** A node and all that is drawn to the right of it and follows it go farther to the right. */
function planShift(flujo: Flujo, first: Nodo, by: number): ChangePlan {
  const following = new Set(comingAfter(flujo, first.id))
  const moved = flujo.nodos.filter(({ id, posicion }) => following.has(id) && posicion.x >= first.posicion.x)
  return planMove(flujo, new Map(moved.map(({ id, posicion: { x, y } }) => [id, { x: x + by, y }])))
}

/** While nothing stands between what comes in and what goes out: the connection in which the first step goes. */
export function firstPlace({ nodos, conexiones }: Flujo): string | undefined {
  return nodos.length <= 2 && conexiones.length === 1 ? conexiones[0]?.id : undefined
}

/**
 * Where a node goes that was only chosen: after what is selected, at its first open way out; into the selected connection, or the only one
 * while nothing else is drawn; or at the middle of what is seen.
 */
export function placeForChosen(
  flujo: Flujo,
  selection: { nodos: ReadonlySet<string>; conexiones: ReadonlySet<string> },
  middle: Posicion,
): AddPlace {
  const [id, ...others] = selection.nodos
  const selected = others.length === 0 ? flujo.nodos.find((nodo) => nodo.id === id) : undefined
  if (selected) {
    const leaving = flujo.conexiones.filter(({ origen }) => origen === selected.id)
    const salida = openHandles(selected, leaving).find(isMainWay) ?? handlesOf(selected).find(isMainWay)
    if (salida !== undefined) return { after: { origen: selected.id, salida } }
  }
  const [line = selection.nodos.size === 0 ? firstPlace(flujo) : undefined] = selection.conexiones
  return line === undefined ? { at: middle } : { conexion: line }
}
