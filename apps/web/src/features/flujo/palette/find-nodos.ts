import type { Flujo, Nodo } from '@div/contract'
import { anotacionesOf } from '../document/anotacion-key.ts'
import { inFlowOrder } from '../document/graph-walk.ts'
import { matchesWords, placeOfWord } from './matches-words.ts'

interface FoundNodo {
  nodo: Nodo
  /** Names of the nodes that it goes on to, each after the way out that leads there when that has a name. */
  next: readonly string[]
  /** What was looked for, where it stands, unless it is the name: `objeto.sql: … from customer`. */
  where: string | null
}

/** The nodes that have what is looked for in anything that they keep, in the order in which they run. */
export function findNodos(flujo: Flujo, q: string): readonly FoundNodo[] {
  const { nodos, conexiones } = flujo
  const nombres = new Map(nodos.map(({ id, nombre }) => [id, nombre]))
  const leaving = Map.groupBy(conexiones, ({ origen }) => origen)
  return inFlowOrder(flujo).flatMap((nodo) => {
    const leaves = q.trim() === '' ? [] : leavesOf(nodo)
    if (q.trim() !== '' && !matchesWords(leaves.map(({ text }) => text).join(' '), q)) return []
    const next = (leaving.get(nodo.id) ?? []).flatMap(({ destino, salida }) => {
      const nombre = nombres.get(destino)
      return nombre === undefined ? [] : [salida === undefined ? nombre : `${salida}: ${nombre}`]
    })
    return [{ nodo, next, where: whereIn(nodo, leaves, q) }]
  })
}

interface FoundAnotacion {
  key: string
  lista: 'grupos' | 'notas'
  text: string
}

/** The frames and notes that say what is looked for; none while nothing is. */
export function findAnotaciones(flujo: Flujo, q: string): readonly FoundAnotacion[] {
  if (q.trim() === '') return []
  return anotacionesOf(flujo)
    .map(([key, { lista, item }]) => ({ key, lista, text: 'texto' in item ? item.texto : item.nombre }))
    .filter(({ text }) => matchesWords(text, q))
}

interface Leaf {
  campo: string
  text: string
}

/** All values of a node with where they stand; where it is drawn says nothing of it. */
function leavesOf({ posicion: _posicion, ...fields }: Nodo): readonly Leaf[] {
  return Object.entries(fields).flatMap(([campo, value]) => leavesIn(value, campo))
}

function leavesIn(value: unknown, campo: string): readonly Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item) => leavesIn(item, `${campo}.${nameOf(item)}`))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, held]) => leavesIn(held, `${campo}.${key}`))
  return value === undefined || value === null ? [] : [{ campo, text: String(value) }]
}

/** An item of a list is known by its name. */
function nameOf(item: unknown): string {
  return typeof item === 'object' && item !== null && 'nombre' in item ? String(item.nombre) : ''
}

const AROUND = 24

function whereIn({ nombre }: Nodo, leaves: readonly Leaf[], q: string): string | null {
  if (q.trim() === '' || matchesWords(nombre, q)) return null
  for (const { campo, text } of leaves) {
    const at = placeOfWord(text, q)
    if (at === -1 || campo === 'nombre') continue
    const from = Math.max(0, at - AROUND)
    const shown = text.slice(from, at + 2 * AROUND).replaceAll(/\s+/g, ' ')
    return `${campo.replaceAll('..', '.')}: ${from > 0 ? '…' : ''}${shown}`
  }
  return null
}
