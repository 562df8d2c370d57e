import { type Flujo, isCut, isHidden, type Nodo, type Paso } from '@div/contract'
import { leadingTo } from '../document/graph-walk.ts'
import type { Fijados } from './fijados.ts'

type Motivo = 'sin-datos' | 'cambiado' | 'cortado' | 'oculto'

/** How only one step is run: with which outputs of before, and what has to run with it. */
export interface SoloPlan {
  datosFijados: Record<string, unknown>
  /** Whose data of the last run, or pinned data, are taken. */
  tomados: readonly string[]
  /** What runs as well: it only chooses or computes, or belongs to the same items. */
  ejecutados: readonly string[]
  /** What would have to be run first, since its data are not there whole. */
  faltan: readonly { nodo: string; motivo: Motivo }[]
}

interface Known {
  flujo: Pick<Flujo, 'nodos' | 'conexiones'>
  /** Of the last run. */
  pasos: readonly Paso[]
  fijados: Fijados
  /** Of which the last run tells nothing any more. */
  cambiados: ReadonlySet<string>
}

/** What stands before a node is taken from what is known, and never run again in silence. */
export function planSolo(id: string, { flujo, pasos, fijados, cambiados }: Known): SoloPlan {
  const nodos = new Map(flujo.nodos.map((nodo) => [nodo.id, nodo]))
  const before = leadingTo(flujo, id).filter((each) => each !== id)
  const open = openSplits(before, nodos)
  const perItem = new Set([...open].flatMap((split) => [split, ...insideOf(split, before, flujo)]))
  const byNodo = new Map(pasos.filter(({ iteracion }) => !iteracion).map((paso) => [paso.nodo, paso]))
  // What its join gave stands for all that is between a split and its join.
  const regions = closedRegions(before, nodos, flujo)

  const plan: Filling = { datosFijados: {}, tomados: [], ejecutados: [], faltan: [] }
  for (const each of before.toReversed()) {
    const nodo = nodos.get(each)
    if (nodo === undefined || nodo.tipo === 'entrada' || regions.has(each)) continue
    if (Object.hasOwn(fijados, each)) take(plan, nodo, fijados[each])
    else if (perItem.has(each)) plan.ejecutados.push(each)
    else takeFromRun(plan, nodo, { paso: byNodo.get(each), isStale: cambiados.has(each) })
  }
  return plan
}

interface Filling {
  datosFijados: Record<string, unknown>
  tomados: string[]
  ejecutados: string[]
  faltan: SoloPlan['faltan'][number][]
}

function take(plan: Filling, nodo: Nodo, value: unknown): void {
  plan.datosFijados[targetOf(nodo)] = value
  plan.tomados.push(nodo.id)
}

function takeFromRun(
  plan: Filling,
  nodo: Nodo,
  { paso, isStale }: { paso: Paso | undefined; isStale: boolean },
): void {
  if (paso?.estado === 'omitido') return
  const value = paso && outputOf(nodo, paso)
  const motivo = value === undefined ? 'sin-datos' : isStale ? 'cambiado' : whyNot(value)
  if (motivo === null) take(plan, nodo, value)
  // From what it reads it computes the same again, and what it is now when it was changed.
  else if (nodo.tipo === 'transformacion' && (motivo === 'oculto' || motivo === 'cambiado'))
    plan.ejecutados.push(nodo.id)
  else plan.faltan.push({ nodo: nodo.id, motivo })
}

/** Splits whose region the node stands in: their joins come after it. */
function openSplits(before: readonly string[], nodos: ReadonlyMap<string, Nodo>): ReadonlySet<string> {
  const closed = new Set(before.map((each) => nodos.get(each)?.split))
  return new Set(before.filter((each) => nodos.get(each)?.tipo === 'splitter-split' && !closed.has(each)))
}

/** What stands between an open split and the node. */
function insideOf(split: string, before: readonly string[], flujo: Known['flujo']): string[] {
  return before.filter((each) => each !== split && leadingTo(flujo, each).includes(split))
}

/** Splits that are closed before the node, and what is inside of them. */
function closedRegions(
  before: readonly string[],
  nodos: ReadonlyMap<string, Nodo>,
  flujo: Known['flujo'],
): ReadonlySet<string> {
  const joins = before.flatMap((each) => {
    const nodo = nodos.get(each)
    return nodo?.tipo === 'splitter-join' && typeof nodo.split === 'string'
      ? [[each, nodo.split] as const]
      : []
  })
  return new Set(
    joins.flatMap(([join, split]) => [
      split,
      ...leadingTo(flujo, join).filter((each) => each !== join && leadingTo(flujo, each).includes(split)),
    ]),
  )
}

/** The split hands the join what it put together. */
function targetOf({ id, tipo, split }: Pick<Nodo, 'id' | 'tipo'> & { split?: unknown }): string {
  return tipo === 'splitter-join' && typeof split === 'string' ? split : id
}

function outputOf({ tipo }: Nodo, paso: Paso): unknown {
  if (paso.estado === 'error' && paso.rama === undefined) return undefined
  if (tipo === 'condicion') return paso.rama === undefined ? paso.salida : { caso: paso.rama }
  return paso.salida
}

function whyNot(value: unknown): 'cortado' | 'oculto' | null {
  if (isHidden(value)) return 'oculto'
  return isCut(value) ? 'cortado' : null
}

/** What ran of a run for which the outputs of `given` were taken from elsewhere. What was only handed over did not run. */
export function listRan(
  pasos: readonly Paso[],
  { nodos }: Pick<Flujo, 'nodos'>,
  given: readonly string[],
): readonly string[] {
  const byId = new Map(nodos.map((nodo) => [nodo.id, nodo]))
  const taken = new Set(given.flatMap((id) => [id, targetOf(byId.get(id) ?? { id, tipo: 'proceso' })]))
  const ran = pasos.filter(({ nodo, estado }) => {
    return estado !== 'omitido' && !taken.has(nodo) && byId.get(nodo)?.tipo !== 'entrada'
  })
  return [...new Set(ran.map(({ nodo }) => nodo))]
}
