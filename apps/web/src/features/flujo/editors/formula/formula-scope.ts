import type { Flujo, Referencia, ResultadoDeEjecucion } from '@div/contract'
import { enclosingSplit } from '../../datos/enclosing-split.ts'
import { sampleOutput } from '../../datos/sample-output.ts'
import { leadingTo } from '../../document/graph-walk.ts'
import { listaOf } from '../../inspector/lista-of.ts'
import { labelNodos, type NodoLabels } from './nodo-labels.ts'

/** What a formula at a place of the drawing can name, with what was seen there. */
export interface FormulaScope {
  /** Of all nodes: also of those that may not be named here. */
  labels: NodoLabels
  /** The nodes before, the nearest first, each with what it put out; undefined where nobody knows. */
  muestras: ReadonlyMap<string, unknown>
  /** Where `elemento` comes from; null: there is none here. */
  elemento: ElementoSource | null
}

interface ElementoSource {
  /** The list whose items it is; undefined of branches that run at once. */
  lista: Referencia | undefined
  /** How many items make one. */
  lote: number
  /** The item itself, where it is known already. */
  valor?: unknown
  /** There is one, of which nothing was seen. */
  isUnseen?: true
}

export interface ScopePlace {
  /** The node that the formula is in. */
  nodo: string
  /** Inside that node, the list whose items the formula is computed for. */
  item?: Referencia | undefined
  /** The item itself, where it is known already: a step has changed the list. */
  elemento?: unknown
  /** The formula is computed for each item of something of which nothing may have been seen. */
  hasItem?: boolean
}

export function scopeOf(
  flujo: Flujo,
  resultado: ResultadoDeEjecucion | null,
  { nodo, item, elemento, hasItem = false }: ScopePlace,
): FormulaScope {
  const nodos = new Map(flujo.nodos.map((each) => [each.id, each]))
  const muestras = new Map(
    leadingTo(flujo, nodo)
      .slice(1)
      .flatMap((id) => nodos.get(id) ?? [])
      .map((before) => [before.id, sampleOutput(before, resultado)] as const),
  )
  return {
    labels: labelNodos(flujo.nodos),
    muestras,
    elemento:
      localElemento(item, elemento) ??
      elementoOf(flujo, nodo) ??
      (hasItem ? { lista: undefined, lote: 1, isUnseen: true } : null),
  }
}

function localElemento(item: Referencia | undefined, elemento: unknown): ElementoSource | null {
  if (elemento !== undefined) return { lista: undefined, lote: 1, valor: elemento }
  return item ? { lista: item, lote: 1 } : null
}

function elementoOf(flujo: Flujo, id: string): ElementoSource | null {
  const split = enclosingSplit(flujo, id)
  if (split === undefined) return null
  return { lista: listaOf(split), lote: typeof split.lote === 'number' ? split.lote : 1 }
}

/** Whether nothing that can be seen of them is different. */
export function isSameScope(left: FormulaScope, right: FormulaScope): boolean {
  return (
    isSameMap(left.labels, right.labels) &&
    isSameMap(left.muestras, right.muestras) &&
    JSON.stringify(left.elemento) === JSON.stringify(right.elemento)
  )
}

function isSameMap(left: ReadonlyMap<string, unknown>, right: ReadonlyMap<string, unknown>): boolean {
  if (left.size !== right.size) return false
  const others = [...right]
  return [...left].every(([key, value], index) => {
    const [otherKey, other] = others[index] ?? []
    // What a run showed is the same object; examples are put together anew each time.
    return key === otherKey && (value === other || JSON.stringify(value) === JSON.stringify(other))
  })
}
