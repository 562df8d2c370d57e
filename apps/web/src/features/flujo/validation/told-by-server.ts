import type { Flujo, Hallazgo, Nodo } from '@div/contract'
import { isEqual } from '../../../shared/form/differences.ts'

/** What only the server finds: of catalogues, servers and what else the drawing does not hold. */
export interface ToldByServer {
  hallazgos: readonly Hallazgo[]
  /** What they were told of. */
  nodos: ReadonlyMap<string, Nodo>
}

export const NOTHING_TOLD: ToldByServer = { hallazgos: [], nodos: new Map() }

/** `seen`: what was found here in the very drawing that the server looked at. */
export function readTold(flujo: Flujo, told: readonly Hallazgo[], seen: readonly Hallazgo[]): ToldByServer {
  return {
    hallazgos: told.filter((each) => !seen.some((other) => isEqual(each, other))),
    nodos: new Map(flujo.nodos.map((nodo) => [nodo.id, nodo])),
  }
}

/** What is found here, and what the server told of nodes that are still as they were then. */
export function joinHallazgos(
  flujo: Flujo,
  found: readonly Hallazgo[],
  { hallazgos, nodos }: ToldByServer,
): readonly Hallazgo[] {
  const now = new Map(flujo.nodos.map((nodo) => [nodo.id, nodo]))
  const isStill = (id: string) =>
    now.has(id) && isEqual(withoutPlace(now.get(id)), withoutPlace(nodos.get(id)))
  return [...found, ...hallazgos.filter(({ nodo }) => nodo === null || isStill(nodo))]
}

const withoutPlace = (nodo: Nodo | undefined) => nodo && { ...nodo, posicion: null }
