import { COMPENSAR, type Conexion, type Nodo } from '@div/contract'
import type { Posicion } from '../document/flujo-command.ts'
import { handleTop } from '../document/nodo-geometry.ts'
import { ELEMENTO, handleOf, handlesOf, NORMAL } from '../document/nodo-handles.ts'
import type { Cambio } from '../versiones/paint-diff.ts'
import { DrawnList, remembered } from './drawn-list.ts'
import type { Places, ToDraw } from './nodo-projection.ts'
import { flowOf, type NodoRun } from './nodo-run.ts'

/** A connection as the canvas draws it. */
export interface DrawnConexion {
  readonly id: string
  readonly origen: string
  readonly destino: string
  /** Where the nodes stand that it joins, and how far below the top of the first it leaves. */
  readonly from: Posicion
  readonly to: Posicion
  readonly top: number
  /** What it says to who does not see it. */
  readonly nombre: string
  /** What is written on it; the empty text: nothing. */
  readonly label: string
  /** Whether a run went this way; undefined without a run. */
  readonly isTaken: boolean | undefined
  /** It leads to what undoes the node that it leaves. */
  readonly isUndoing: boolean
  readonly isSelected: boolean
  readonly cambio: Cambio | undefined
}

interface Cause {
  conexion: Conexion
  handle: string
  from: Posicion
  to: Posicion
  top: number
  origen: string
  destino: string
  isTaken: boolean | undefined
  /** How much the run took over it. */
  flow: number | null
  isSelected: boolean
  cambio: Cambio | undefined
}

type ConexionesToDraw = Pick<ToDraw, 'flujo' | 'selection' | 'runs' | 'cambios'>

/** Connections as the canvas draws them; what looks as before is the same object as before, and so is the whole list. */
export class ConexionProjection {
  readonly #list = new DrawnList<Cause, DrawnConexion>(drawConexion, { isAlike: () => false })

  readonly conexiones = remembered((toDraw: ConexionesToDraw) => this.#draw(toDraw))

  #draw({ flujo, selection, runs, cambios }: ConexionesToDraw): readonly DrawnConexion[] {
    const nodos = new Map(flujo.nodos.map((nodo) => [nodo.id, nodo]))
    const leaving = Map.groupBy(flujo.conexiones, ({ origen }) => origen)
    const causes = flujo.conexiones.flatMap((conexion): Cause[] => {
      const origen = nodos.get(conexion.origen)
      const destino = nodos.get(conexion.destino)
      // A document written by hand may name a node that is not there: the validator tells of it.
      if (origen === undefined || destino === undefined) return []
      const ways = { from: runs.get(conexion.origen), to: runs.get(conexion.destino) }
      const isTaken = isTakenBy(ways, conexion)
      return [
        {
          conexion,
          ...endsOf(origen, destino, { conexion, leaving: leaving.get(origen.id) ?? [] }),
          isTaken,
          flow: isTaken === true ? flowOf(ways.from, ways.to, conexion.salida ?? NORMAL) : null,
          isSelected: selection.conexiones.has(conexion.id),
          cambio: cambios.get(conexion.id),
        },
      ]
    })
    return this.#list.draw(causes, ({ conexion }) => conexion.id)
  }
}

interface Leaving {
  conexion: Conexion
  /** All that leave the same node. */
  leaving: readonly Conexion[]
}

function endsOf(origen: Nodo, destino: Nodo, { conexion, leaving }: Leaving) {
  const handle = handleOf(origen, conexion)
  const handles = handlesOf(origen, leaving)
  return {
    handle,
    from: origen.posicion,
    to: destino.posicion,
    top: handleTop(handles, handles.indexOf(handle)),
    origen: origen.nombre,
    destino: destino.nombre,
  }
}

function drawConexion(cause: Cause): DrawnConexion {
  const { conexion, handle, from, to, top, isTaken, isSelected, cambio } = cause
  const label = labelOf(cause)
  return {
    id: conexion.id,
    origen: conexion.origen,
    destino: conexion.destino,
    from,
    to,
    top,
    nombre: nameOf(cause, label),
    label,
    isTaken,
    isUndoing: handle === COMPENSAR,
    isSelected,
    cambio,
  }
}

function labelOf({ handle, flow }: Cause): string {
  const parts = [handle === NORMAL ? null : handle, flow?.toLocaleString('es') ?? null]
  return parts.filter((part) => part !== null).join(' · ')
}

/** With what is written on it as it is written there. */
function nameOf({ origen, destino, isTaken, cambio }: Cause, label: string): string {
  const went = isTaken === undefined ? [] : [isTaken ? 'recorrida' : 'sin recorrer']
  const joins = `De ${origen} a ${destino}${label === '' ? '' : `: ${label}`}`
  return [joins, ...went, ...(cambio ? [cambio] : [])].join(', ')
}

/** The connections while nodes are dragged: only those that lead to one of them are others. */
export function withEnds(
  conexiones: readonly DrawnConexion[],
  dragged: Places | null,
): readonly DrawnConexion[] {
  if (dragged === null) return conexiones
  return conexiones.map((conexion) => {
    const from = dragged.get(conexion.origen)
    const to = dragged.get(conexion.destino)
    if (from === undefined && to === undefined) return conexion
    return { ...conexion, from: from ?? conexion.from, to: to ?? conexion.to }
  })
}

function isTakenBy(
  { from, to }: { from: NodoRun | undefined; to: NodoRun | undefined },
  { salida = NORMAL }: Conexion,
): boolean | undefined {
  // Of what was changed since, nobody knows.
  if (from === undefined || from.estado === null || to?.isStale === true) return undefined
  const isReached = to !== undefined && to.estado !== null && to.estado !== 'omitido'
  // By these two no node leaves; what follows says whether the run went there.
  const isBeside = salida === ELEMENTO || salida === COMPENSAR
  return isReached && (isBeside || (from.ramas[salida] ?? 0) > 0)
}
