import type { Flujo, Nodo, TipoNodo } from '@div/contract'
import { newRegla } from '../inspector/regla/regla-edit.ts'
import type { Posicion } from './flujo-command.ts'
import { leadingTo } from './graph-walk.ts'
import { freeNodoId } from './plan-change.ts'

const LABELS: Readonly<Record<TipoNodo, string>> = {
  entrada: 'Entrada',
  proceso: 'Proceso',
  transformacion: 'Transformación',
  condicion: 'Condición',
  'splitter-split': 'Dividir',
  'splitter-join': 'Unir',
  salida: 'Salida',
}

/** What a node of a type keeps from the first moment. */
const INITIAL: Readonly<Record<TipoNodo, Readonly<Record<string, unknown>>>> = {
  entrada: {},
  proceso: {},
  transformacion: {},
  // A rule is asked for, not a formula: who draws writes no code.
  condicion: { casos: [{ nombre: 'si', regla: newRegla() }] },
  'splitter-split': {},
  'splitter-join': { union: { tipo: 'todos' } },
  salida: { estadoHttp: 200 },
}

interface NewNodo {
  tipo: TipoNodo
  posicion: Posicion
  /** The node that it will follow. */
  after?: string | undefined
  /** Ids that it does not get although no node has them now. */
  taken?: ReadonlySet<string> | undefined
}

/** A node that the drawing does not have yet: its id is free and its name says what it is. */
export function newNodo(flujo: Flujo, { tipo, posicion, after, taken }: NewNodo): Nodo {
  const split = tipo === 'splitter-join' && after !== undefined ? findOpenSplit(flujo, after) : undefined
  return {
    id: freeNodoId(flujo, taken),
    tipo,
    nombre: freeNombre(flujo, LABELS[tipo]),
    posicion,
    parametros: [],
    ...INITIAL[tipo],
    ...(split !== undefined && { split }),
  }
}

/** The name itself, or with the first number that is free. */
export function freeNombre({ nodos }: Pick<Flujo, 'nodos'>, wanted: string): string {
  const taken = new Set(nodos.map(({ nombre }) => nombre))
  if (!taken.has(wanted)) return wanted
  let next = 2
  while (taken.has(`${wanted} ${next}`)) next++
  return `${wanted} ${next}`
}

/** The nearest split before a node, or that node, that no join closes. */
function findOpenSplit(flujo: Flujo, from: string): string | undefined {
  const closed = new Set(flujo.nodos.map(({ split }) => split))
  const tipos = new Map(flujo.nodos.map(({ id, tipo }) => [id, tipo]))
  return leadingTo(flujo, from).find((id) => tipos.get(id) === 'splitter-split' && !closed.has(id))
}
