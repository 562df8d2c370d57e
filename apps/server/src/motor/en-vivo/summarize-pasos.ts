import type { NodoEnVivo, Paso } from '@div/contract'

/** What was counted of the outputs that spans hold, which may be samples by then. */
export type Counts = Pick<WeakMap<object, number>, 'get'>

/** How far each node has come, by its spans: the closed ones and those that are open. `shiftMs`: what `now` lacks to be epoch milliseconds. */
export function summarizePasos(
  pasos: readonly Paso[],
  { open, now, shiftMs, counts }: { open: ReadonlySet<Paso>; now: number; shiftMs: number; counts: Counts },
): Map<string, NodoEnVivo> {
  const byNodo = new Map<string, NodoEnVivo>()
  for (const paso of pasos) addPaso(findNodo(byNodo, paso, shiftMs), paso, { open, now, counts })
  // Of items that are told together a span is known while it is open, and part of another when it is not.
  for (const paso of open) {
    const nodo = findNodo(byNodo, paso, shiftMs)
    if (nodo.estado !== 'error') nodo.estado = 'ejecutando'
  }
  return byNodo
}

/** Those that are not as they were told last. */
export function findChanged(
  before: ReadonlyMap<string, NodoEnVivo>,
  after: ReadonlyMap<string, NodoEnVivo>,
): NodoEnVivo[] {
  return [...after.values()].filter((nodo) => !looksAs(nodo, before.get(nodo.nodo)))
}

/** The time of what goes on passes by itself. */
function looksAs(nodo: NodoEnVivo, before: NodoEnVivo | undefined): boolean {
  if (before === undefined || nodo.estado !== before.estado || nodo.veces !== before.veces) return false
  const isOver = nodo.estado !== 'ejecutando'
  return nodo.elementos === before.elementos && (!isOver || nodo.duracionMs === before.duracionMs)
}

function findNodo(
  byNodo: Map<string, NodoEnVivo>,
  { nodo: id, inicio }: Pick<Paso, 'nodo' | 'inicio'>,
  shiftMs: number,
): NodoEnVivo {
  const known = byNodo.get(id)
  if (known) return known
  const fresh: NodoEnVivo = {
    nodo: id,
    estado: 'omitido',
    inicio: inicio + shiftMs,
    duracionMs: 0,
    veces: 0,
    elementos: null,
    ramas: {},
  }
  byNodo.set(id, fresh)
  return fresh
}

function addPaso(
  nodo: NodoEnVivo,
  paso: Paso,
  { open, now, counts }: { open: ReadonlySet<Paso>; now: number; counts: Counts },
): void {
  if (open.has(paso)) {
    nodo.duracionMs += Math.max(0, now - paso.inicio)
    return
  }
  const { estado, duracionMs, iteraciones = 1, rama = '', salida } = paso
  nodo.duracionMs += duracionMs
  nodo.estado = worse(nodo.estado, estado)
  if (estado === 'omitido') return
  nodo.veces += iteraciones
  if (estado === 'cancelado' || (estado === 'error' && paso.rama === undefined)) return
  nodo.ramas[rama] = (nodo.ramas[rama] ?? 0) + iteraciones
  if (typeof salida === 'object' && salida !== null) nodo.elementos = counts.get(salida) ?? nodo.elementos
}

const RANKS = { omitido: 0, ok: 1, cancelado: 2, error: 3, ejecutando: 4 }

function worse(left: NodoEnVivo['estado'], right: NodoEnVivo['estado']): NodoEnVivo['estado'] {
  return RANKS[right] > RANKS[left] ? right : left
}
