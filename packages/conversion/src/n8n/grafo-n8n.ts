import { type Arista, type Componente, reach } from '../grafo.ts'
import type { FlujoDeN8n, NodoDeN8n } from './documento.ts'

export const NOTA = 'n8n-nodes-base.stickyNote'
export const BUCLE = 'n8n-nodes-base.splitInBatches'
const RESPUESTA = 'n8n-nodes-base.respondToWebhook'
/** A loop is two places of the drawing: where it begins, and where what it did comes together. */
const FIN = '\u0000fin'

export interface GrafoDeN8n {
  nodos: ReadonlyMap<string, NodoDeN8n>
  /** The nodes, and the ends of loops. */
  ids: readonly string[]
  aristas: readonly Arista[]
}

export function finOf(bucle: string): string {
  return `${bucle}${FIN}`
}

/** Of the end of a loop: where it begins. */
export function inicioOf(id: string): string | null {
  return id.endsWith(FIN) ? id.slice(0, -FIN.length) : null
}

/** Nodes by their name, which connections call them by. What comes back to a loop goes to its end, and what it leaves by when it is done comes from there. */
export function readGrafo({ nodes, connections }: FlujoDeN8n): GrafoDeN8n {
  const nodos = new Map<string, NodoDeN8n>()
  for (const nodo of nodes) nodos.set(nodos.has(nodo.name) ? freeName(nodo.name, nodos) : nodo.name, nodo)
  const raw = Object.entries(connections).flatMap(([de, kinds]) =>
    (Object.hasOwn(kinds, 'main') ? (kinds.main ?? []) : []).flatMap((links, salida) =>
      (links ?? []).map(({ node, index }): Arista => ({ de, salida, a: node, entrada: index })),
    ),
  )
  const known = raw.filter(({ de, a }) => nodos.has(de) && nodos.has(a))
  const cuerpos = readCuerpos(nodos, known)
  const aristas = known.map((arista): Arista => {
    const { de, salida, a } = arista
    const returns = cuerpos.get(a)?.has(de) === true
    const leaves = cuerpos.has(de) && salida !== vueltaOf(nodos.get(de))
    return {
      de: leaves ? finOf(de) : de,
      salida: cuerpos.has(de) ? 0 : salida,
      a: returns ? finOf(a) : a,
      entrada: returns ? 0 : arista.entrada,
    }
  })
  return { nodos, ids: [...nodos.keys(), ...[...cuerpos.keys()].map(finOf)], aristas }
}

function freeName(name: string, nodos: ReadonlyMap<string, unknown>): string {
  let number = 2
  while (nodos.has(`${name} (${number})`)) number++
  return `${name} (${number})`
}

/** The output by which each turn begins. */
function vueltaOf(nodo: NodoDeN8n | undefined): number {
  return (nodo?.typeVersion ?? 1) >= 3 ? 1 : 0
}

/** What each turn of a loop goes through; loops to which nothing comes back are none. */
function readCuerpos(
  nodos: ReadonlyMap<string, NodoDeN8n>,
  aristas: readonly Arista[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const salientes = Map.groupBy(aristas, ({ de }) => de)
  const cuerpos = new Map<string, ReadonlySet<string>>()
  for (const [id, nodo] of nodos) {
    if (nodo.type !== BUCLE || nodo.disabled) continue
    const begins = (salientes.get(id) ?? [])
      .filter(({ salida }) => salida === vueltaOf(nodo))
      .map(({ a }) => a)
    const cuerpo = reach(
      begins.filter((each) => each !== id),
      (at) => (salientes.get(at) ?? []).map(({ a }) => a).filter((a) => a !== id),
    )
    if (aristas.some(({ de, a }) => a === id && cuerpo.has(de))) cuerpos.set(id, cuerpo)
  }
  return cuerpos
}

/** The loops of a component with what lies within each. */
export function readRegiones({ orden, salientes }: Componente): ReadonlyMap<string, ReadonlySet<string>> {
  const there = new Set(orden)
  const loops = orden.filter((id) => there.has(finOf(id)))
  return new Map(
    loops.map((id) => {
      const next = (at: string) => (salientes.get(at) ?? []).map(({ a }) => a).filter((a) => a !== finOf(id))
      return [id, reach(next(id), next)]
    }),
  )
}

/** Does an answer stand behind it? */
export function answersLater(
  id: string,
  { salientes }: Componente,
  nodos: ReadonlyMap<string, NodoDeN8n>,
): boolean {
  const behind = reach([id], (at) => (salientes.get(at) ?? []).map(({ a }) => a))
  return [...behind].some((each) => nodos.get(each)?.type === RESPUESTA)
}
