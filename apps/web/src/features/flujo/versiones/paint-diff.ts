import type { Conexion, Flujo } from '@div/contract'
import { diffFlujos } from '../../../shared/flujo/diff-flujos.ts'

/** How a node or a connection stands to an earlier drawing. */
export type Cambio = 'nuevo' | 'quitado' | 'cambiado' | 'movido'

interface PaintedDiff {
  /** The later drawing, with what was taken away still in it. */
  flujo: Flujo
  /** By the ids of nodes and connections in it. */
  cambios: ReadonlyMap<string, Cambio>
}

/** Two drawings as one, in which each thing says what became of it. */
export function paintDiff(before: Flujo, after: Flujo): PaintedDiff {
  const diff = diffFlujos(before, after)
  const gone = new Set(diff.nodos.filter(({ cambio }) => cambio === 'quitado').map(({ id }) => id))
  const there = new Set([...after.nodos.map(({ id }) => id), ...gone])
  const cut = new Set(diff.conexiones.filter(({ cambio }) => cambio === 'quitada').map(({ id }) => id))
  const removed = before.conexiones
    .filter(({ id, origen, destino }) => cut.has(id) && there.has(origen) && there.has(destino))
    .map((conexion) => ({ ...conexion, id: removedId(conexion) }))
  return {
    flujo: {
      ...after,
      nodos: [...after.nodos, ...before.nodos.filter(({ id }) => gone.has(id))],
      conexiones: [...after.conexiones, ...removed],
    },
    cambios: new Map<string, Cambio>([
      ...diff.movidos.map((id) => [id, 'movido'] as const),
      ...diff.nodos.map(({ id, cambio }) => [id, cambio] as const),
      ...diff.conexiones.filter(({ cambio }) => cambio === 'nueva').map(({ id }) => [id, 'nuevo'] as const),
      ...removed.map(({ id }) => [id, 'quitado'] as const),
    ]),
  }
}

/** In the other drawing its id may be that of another connection. */
const removedId = ({ id }: Conexion) => `quitada:${id}`
