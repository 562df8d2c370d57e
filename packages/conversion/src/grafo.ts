/** A node of the other tool, as far as all tools have it alike. */
export interface Ajeno {
  id: string
  nombre: string
  tipo: string
}

/** From an output of one node to an input of another, both counted from 0. */
export interface Arista {
  de: string
  salida: number
  a: string
  entrada: number
}

/** Nodes that hang together, in an order in which each comes after those that lead to it. */
export interface Componente {
  orden: readonly string[]
  entrantes: ReadonlyMap<string, readonly Arista[]>
  salientes: ReadonlyMap<string, readonly Arista[]>
  /** Edges that lead back to where something came from: a drawing of ours has none. */
  vueltas: readonly Arista[]
}

export function splitComponentes(ids: readonly string[], aristas: readonly Arista[]): Componente[] {
  const neighbours = Map.groupBy(
    aristas.flatMap(({ de, a }) => [
      { from: de, to: a },
      { from: a, to: de },
    ]),
    ({ from }) => from,
  )
  const seen = new Set<string>()
  return ids.flatMap((id) => {
    if (seen.has(id)) return []
    const members = reach([id], (at) => (neighbours.get(at) ?? []).map(({ to }) => to))
    for (const each of members) seen.add(each)
    return [
      sort(
        ids.filter((each) => members.has(each)),
        aristas.filter(({ de }) => members.has(de)),
      ),
    ]
  })
}

/** What can be reached, with where one begins. */
export function reach(desde: Iterable<string>, next: (id: string) => Iterable<string>): Set<string> {
  const reached = new Set(desde)
  const open = [...reached]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const each of next(at)) {
      if (reached.has(each)) continue
      reached.add(each)
      open.push(each)
    }
  }
  return reached
}

function sort(ids: readonly string[], aristas: readonly Arista[]): Componente {
  const every = Map.groupBy(aristas, ({ de }) => de)
  const vueltas = new Set(findVueltas(ids, every))
  const kept = aristas.filter((arista) => !vueltas.has(arista))
  const entrantes = Map.groupBy(kept, ({ a }) => a)
  const salientes = Map.groupBy(kept, ({ de }) => de)
  const waiting = new Map(ids.map((id) => [id, entrantes.get(id)?.length ?? 0]))
  const orden: string[] = []
  const ready = ids.filter((id) => waiting.get(id) === 0)
  for (let at = ready.shift(); at !== undefined; at = ready.shift()) {
    orden.push(at)
    for (const { a } of salientes.get(at) ?? []) {
      const left = (waiting.get(a) ?? 0) - 1
      waiting.set(a, left)
      if (left === 0) ready.push(a)
    }
  }
  return { orden, entrantes, salientes, vueltas: [...vueltas] }
}

/** Edges to a node that the walk is still in. Nodes that nothing leads to are walked first: their loops go back to where they began. */
function findVueltas(ids: readonly string[], salientes: ReadonlyMap<string, readonly Arista[]>): Arista[] {
  const led = new Set([...salientes.values()].flat().map(({ a }) => a))
  const state = new Map<string, 'open' | 'done'>()
  const vueltas: Arista[] = []
  for (const root of [...ids.filter((id) => !led.has(id)), ...ids]) {
    if (state.has(root)) continue
    const stack = [{ id: root, next: 0 }]
    state.set(root, 'open')
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const arista = salientes.get(top.id)?.[top.next++]
      if (arista === undefined) {
        state.set(top.id, 'done')
        stack.pop()
      } else if (state.get(arista.a) === 'open') vueltas.push(arista)
      else if (!state.has(arista.a)) {
        state.set(arista.a, 'open')
        stack.push({ id: arista.a, next: 0 })
      }
    }
  }
  return vueltas
}
