import type { Flujo } from '@div/contract'
import type { Continuation } from '../../motor/durables/take-over.ts'
import { listAgain, listSplitsAround, refuseField } from './list-again.ts'

/** Where a run is to be gone on with. */
export interface Desde {
  nodo: string
  /** Index of the item in each region around it; undefined: of all of them. */
  iteracion?: readonly number[] | undefined
}

/**
 * Which checkpoints of a durable run another one begins with: all but those of the node, of what it leads to, and of the regions around it,
 * which are walked again over what their other items kept. Throws DatosInvalidos.
 */
export function planContinuation(
  flujo: Flujo,
  { nodo: from, iteracion }: Desde,
  /** The document that ran; null: this one. */
  antes: Flujo | null,
): Pick<Continuation, 'nodos' | 'repite' | 'iteracion'> {
  const start = flujo.nodos.find(({ id }) => id === from)
  if (!start) throw refuseField('nodo', `El flujo no tiene el nodo «${from}».`)
  const around = listSplitsAround(flujo, from)
  if (iteracion !== undefined && iteracion.length !== around.length)
    throw refuseField(
      'iteracion',
      `El nodo está entre ${around.length} splits y sus joins: diga un índice de cada uno.`,
    )
  const again = listAgain(flujo, from)
  // Of a join what failed in its region runs again; what went well there stands.
  const regions = start.tipo === 'splitter-join' ? [...around, String(start.split)] : around
  // Where a wait is told of, it is told of that of the new run.
  const direcciones = flujo.nodos.filter(
    ({ tipoObjeto, objeto }) => tipoObjeto === 'direccionDeSenal' && again.has(nodoOf(objeto)),
  )
  return {
    nodos: listComparable(flujo, antes),
    repite: [...again, ...regions, ...direcciones.map(({ id }) => id)],
    iteracion: iteracion ?? [],
  }
}

/** Nodes of which an outcome of the other document says the same: what a condicion decides is decided by the new one. */
function listComparable({ nodos }: Flujo, antes: Flujo | null): string[] {
  if (antes === null) return nodos.map(({ id }) => id)
  const tipos = new Map(antes.nodos.map(({ id, tipo }) => [id, tipo]))
  return nodos.flatMap(({ id, tipo }) => (tipo !== 'condicion' && tipos.get(id) === tipo ? id : []))
}

function nodoOf(objeto: unknown): string {
  return typeof objeto === 'object' && objeto !== null && 'nodo' in objeto ? String(objeto.nodo) : ''
}
