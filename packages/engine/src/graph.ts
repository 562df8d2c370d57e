import type { Conexion, Flujo, Nodo } from '@div/contract'

/** One node with its connections, in the document's order. */
export interface Vertex {
  nodo: Nodo
  /** Position in the document. */
  index: number
  entrantes: Conexion[]
  salientes: Conexion[]
}

/** A flow whose connections join existing nodes. */
export interface Graph {
  vertices: ReadonlyMap<string, Vertex>
  /** Every node after all that lead to it; ties in the document's order. Nodes on a cycle are missing. */
  orden: readonly Vertex[]
}

/** Connections with an unknown end are left out; the checks report them. */
export function buildGraph({ nodos, conexiones }: Flujo): Graph {
  const vertices = new Map(
    nodos.map((nodo, index): [string, Vertex] => [nodo.id, { nodo, index, entrantes: [], salientes: [] }]),
  )
  for (const conexion of conexiones) {
    const [origen, destino] = [vertices.get(conexion.origen), vertices.get(conexion.destino)]
    if (!origen || !destino) continue
    origen.salientes.push(conexion)
    destino.entrantes.push(conexion)
  }
  return { vertices, orden: sortTopologically(vertices) }
}

/** Kahn's algorithm, taking the ready nodes in the order in which they became ready. */
function sortTopologically(vertices: ReadonlyMap<string, Vertex>): Vertex[] {
  const missing = new Map([...vertices].map(([id, { entrantes }]) => [id, entrantes.length]))
  const orden = [...vertices.values()].filter(({ entrantes }) => entrantes.length === 0)
  for (const { salientes } of orden) {
    for (const { destino } of salientes) {
      const left = (missing.get(destino) ?? 0) - 1
      missing.set(destino, left)
      const vertex = vertices.get(destino)
      if (left === 0 && vertex) orden.push(vertex)
    }
  }
  return orden
}

/** The ids that can be reached from the given ones, themselves included, without entering `limit`. */
export function reach({ vertices }: Graph, from: readonly string[], limit?: string): Set<string> {
  const found = new Set(from.filter((id) => id !== limit))
  // A set visits what is added while it is walked.
  for (const id of found) {
    for (const { destino } of vertices.get(id)?.salientes ?? []) {
      if (destino !== limit) found.add(destino)
    }
  }
  return found
}
