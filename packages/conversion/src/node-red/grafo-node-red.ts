import { type Arista, reach } from '../grafo.ts'
import { readLista, readTexto } from '../read.ts'
import type { NodoDeNodeRed } from './documento.ts'

const FIN = '\u0000fin'

export interface GrafoDeNodeRed {
  nodos: ReadonlyMap<string, NodoDeNodeRed>
  /** What is wired, and the ends of sequences that nothing joins. */
  ids: readonly string[]
  aristas: readonly Arista[]
  /** What takes messages apart → where they come together again. */
  cierres: ReadonlyMap<string, string>
}

/** Does it make of one message several? */
function divide(nodo: NodoDeNodeRed | undefined): boolean {
  return (
    nodo?.d === false &&
    (nodo.type === 'split' ||
      (nodo.type === 'csv' &&
        readTexto(nodo, 'multi', 'one') === 'one' &&
        readTexto(nodo, 'ret') !== 'never'))
  )
}

export function readGrafo(entradas: readonly NodoDeNodeRed[]): GrafoDeNodeRed {
  const nodos = new Map<string, NodoDeNodeRed>()
  for (const nodo of entradas) nodos.set(nodos.has(nodo.id) ? freeId(nodo.id, nodos) : nodo.id, nodo)
  const wired = [...nodos].filter(([, { wires }]) => wires !== undefined).map(([id]) => id)
  const plain = readAristas(nodos).filter(({ de, a }) => nodos.get(de)?.wires && nodos.get(a)?.wires)
  const { cierres, aristas } = closeAll(wired, plain, nodos)
  const ends = [...cierres.values()].filter((id) => id.endsWith(FIN))
  return { nodos, ids: [...wired, ...ends], aristas: [...plain, ...aristas], cierres }
}

function freeId(id: string, nodos: ReadonlyMap<string, unknown>): string {
  let number = 2
  while (nodos.has(`${id}-${number}`)) number++
  return `${id}-${number}`
}

/** Wires, and links as the wires that they stand for; what a called link gives back goes on behind the call. */
function readAristas(nodos: ReadonlyMap<string, NodoDeNodeRed>): Arista[] {
  const links: Arista[] = []
  const wires: Arista[] = []
  for (const [de, nodo] of nodos) {
    const targets = readLista(nodo, 'links').filter((each) => typeof each === 'string')
    const isLink =
      (nodo.type === 'link out' && readTexto(nodo, 'mode', 'link') === 'link') || nodo.type === 'link call'
    if (isLink) for (const a of targets) links.push({ de, salida: 0, a, entrada: 0 })
    const own = (nodo.wires ?? []).flatMap((outs, salida) =>
      outs.map((a): Arista => ({ de, salida, a, entrada: 0 })),
    )
    if (nodo.type !== 'link call') wires.push(...own)
  }
  const all = [...wires, ...links]
  const salientes = Map.groupBy(all, ({ de }) => de)
  for (const [id, nodo] of nodos) {
    if (nodo.type !== 'link call') continue
    const called = reach([id], (at) => (salientes.get(at) ?? []).map(({ a }) => a))
    const returns = [...called].filter((each) => readTexto(nodos.get(each), 'mode') === 'return')
    for (const de of returns.length > 0 ? returns : [id])
      for (const a of nodo.wires?.[0] ?? []) all.push({ de, salida: 0, a, entrada: 0 })
  }
  return all
}

/** Each sequence is closed by the next join behind it that closes no other; where there is none, where its messages end. */
function closeAll(
  ids: readonly string[],
  aristas: readonly Arista[],
  nodos: ReadonlyMap<string, NodoDeNodeRed>,
): { cierres: Map<string, string>; aristas: Arista[] } {
  const salientes = Map.groupBy(aristas, ({ de }) => de)
  const next = (at: string) => (salientes.get(at) ?? []).map(({ a }) => a)
  const behind = new Map(ids.filter((id) => divide(nodos.get(id))).map((id) => [id, reach(next(id), next)]))
  // What lies deepest is closed first.
  const inOrder = [...behind].toSorted(([, left], [, right]) => left.size - right.size)
  const cierres = new Map<string, string>()
  const added: Arista[] = []
  for (const [id, reached] of inOrder) {
    const taken = new Set(cierres.values())
    const join = [...reached].find((each) => nodos.get(each)?.type === 'join' && !taken.has(each))
    cierres.set(id, join ?? `${id}${FIN}`)
    if (join !== undefined) continue
    const within = reached.size === 0 ? [id] : [...reached]
    for (const each of within)
      if (next(each).length === 0 || reached.size === 0)
        added.push({ de: each, salida: 0, a: `${id}${FIN}`, entrada: 0 })
  }
  return { cierres, aristas: added }
}
