import type { Conexion, Flujo, Hallazgo, Nodo } from '@div/contract'
import { type Edge, type Node, Position } from '@xyflow/react'
import type { Posicion } from '../document/flujo-command.ts'
import { ENTRY_TOP, handleTop, heightOf, NODO_WIDTH } from '../document/nodo-geometry.ts'
import { handleOf, NORMAL } from '../document/nodo-handles.ts'
import type { Selection } from '../store/editor-state.ts'
import { faceOf, type NodoFace, type Nombres } from './nodo-face.ts'
import type { NodoRun } from './nodo-run.ts'

/** What is wrong with a node, as its badge says it. */
export interface NodoBadge {
  readonly gravedad: Hallazgo['gravedad']
  readonly text: string
}

type NodoData = { face: NodoFace; badge: NodoBadge | undefined; run: NodoRun | undefined }
export type DrawnNodo = Node<NodoData, 'nodo'>
export type DrawnConexion = Edge

export interface ToDraw {
  flujo: Flujo
  selection: Selection
  /** Where nodes are while they are dragged. */
  dragged: ReadonlyMap<string, Posicion> | null
  servidores: Nombres
  badges: ReadonlyMap<string, NodoBadge>
  runs: ReadonlyMap<string, NodoRun>
}

/** The name of a way out, which may be the empty text, as the id of its handle. */
export const toHandleId = (handle: string): string => `salida:${handle}`
export const fromHandleId = (id: string | null | undefined): string => id?.slice('salida:'.length) ?? NORMAL

interface NodoCause {
  nodo: Nodo
  leaving: readonly Conexion[] | undefined
  servidores: Nombres
  place: Posicion | undefined
  isSelected: boolean
  badge: NodoBadge | undefined
  run: NodoRun | undefined
}

interface ConexionCause {
  conexion: Conexion
  origen: Nodo
  isTaken: boolean | undefined
  isSelected: boolean
}

/**
 * Nodes and connections as the canvas draws them. What looks as before is the same object as before, and so is the whole list: of a
 * thousand nodes a drag draws one, and typing beside the canvas none.
 */
export class GraphProjection {
  readonly #nodos = new DrawnList<NodoCause, DrawnNodo>(drawNodo)
  readonly #conexiones = new DrawnList<ConexionCause, DrawnConexion>(drawConexion)
  #leaving: { of: Flujo['conexiones']; byOrigen: ReadonlyMap<string, readonly Conexion[]> } | null = null

  nodos({ flujo, selection, dragged, servidores, badges, runs }: ToDraw): readonly DrawnNodo[] {
    const leaving = this.#leavingOf(flujo)
    return this.#nodos.draw(
      flujo.nodos.map((nodo) => ({
        nodo,
        leaving: leaving.get(nodo.id),
        servidores,
        place: dragged?.get(nodo.id),
        isSelected: selection.nodos.has(nodo.id),
        badge: badges.get(nodo.id),
        run: runs.get(nodo.id),
      })),
      ({ nodo }) => nodo.id,
    )
  }

  conexiones({ flujo, selection, runs }: ToDraw): readonly DrawnConexion[] {
    const nodos = new Map(flujo.nodos.map((nodo) => [nodo.id, nodo]))
    const causes = flujo.conexiones.flatMap((conexion) => {
      const origen = nodos.get(conexion.origen)
      // A document written by hand may name a node that is not there: the validator tells of it.
      if (origen === undefined || !nodos.has(conexion.destino)) return []
      const isTaken = isTakenBy(runs.get(conexion.origen), runs.get(conexion.destino), conexion)
      return [{ conexion, origen, isTaken, isSelected: selection.conexiones.has(conexion.id) }]
    })
    return this.#conexiones.draw(causes, ({ conexion }) => conexion.id)
  }

  /** A node's connections stay the same list while they are the same ones. */
  #leavingOf({ conexiones }: Flujo): ReadonlyMap<string, readonly Conexion[]> {
    if (this.#leaving?.of === conexiones) return this.#leaving.byOrigen
    const before = this.#leaving?.byOrigen
    const next = [...Map.groupBy(conexiones, ({ origen }) => origen)].map(
      ([id, list]) => [id, sameList(before?.get(id) ?? [], list)] as const,
    )
    this.#leaving = { of: conexiones, byOrigen: new Map(next) }
    return this.#leaving.byOrigen
  }
}

/** A list that is drawn again and again from what causes it. */
class DrawnList<Cause extends object, Drawn> {
  readonly #draw: (cause: Cause) => Drawn
  #held = new Map<string, { cause: Cause; drawn: Drawn }>()
  #list: readonly Drawn[] = []

  constructor(draw: (cause: Cause) => Drawn) {
    this.#draw = draw
  }

  draw(causes: readonly Cause[], idOf: (cause: Cause) => string): readonly Drawn[] {
    const before = this.#held
    this.#held = new Map(causes.map((cause) => [idOf(cause), this.#hold(before.get(idOf(cause)), cause)]))
    this.#list = sameList(
      this.#list,
      [...this.#held.values()].map(({ drawn }) => drawn),
    )
    return this.#list
  }

  #hold(before: { cause: Cause; drawn: Drawn } | undefined, cause: Cause) {
    if (before !== undefined && isShallowEqual(before.cause, cause)) return before
    const drawn = this.#draw(cause)
    // Another cause may well look the same, such as a query of which a letter was typed.
    const isSame = before !== undefined && JSON.stringify(before.drawn) === JSON.stringify(drawn)
    return { cause, drawn: isSame ? before.drawn : drawn }
  }
}

function isShallowEqual<Value extends object>(left: Value, right: Value): boolean {
  const values = Object.values(right)
  return Object.values(left).every((value, at) => value === values[at])
}

const SPOT = { width: 1, height: 1 }

function drawNodo({ nodo, leaving = [], servidores, place, isSelected, badge, run }: NodoCause): DrawnNodo {
  const face = faceOf(nodo, leaving, servidores)
  const size = { width: NODO_WIDTH, height: heightOf(face.handles) }
  return {
    id: nodo.id,
    type: 'nodo',
    data: { face, badge, run },
    position: place ?? nodo.posicion,
    selected: isSelected,
    dragging: place !== undefined,
    ...size,
    measured: size,
    ariaLabel: `${face.nombre}: ${face.line}`,
    // Known, so that no node has to be measured before its connections can be drawn.
    handles: [
      ...(face.tipo === 'entrada'
        ? []
        : [{ type: 'target' as const, position: Position.Left, x: 0, y: ENTRY_TOP, ...SPOT }]),
      ...face.handles.map((handle, at) => ({
        id: toHandleId(handle),
        type: 'source' as const,
        position: Position.Right,
        x: NODO_WIDTH,
        y: handleTop(face.handles, at),
        ...SPOT,
      })),
    ],
  }
}

function drawConexion({ conexion, origen, isTaken, isSelected }: ConexionCause): DrawnConexion {
  const handle = handleOf(origen, conexion)
  return {
    id: conexion.id,
    source: conexion.origen,
    target: conexion.destino,
    sourceHandle: toHandleId(handle),
    selected: isSelected,
    ...(isTaken !== undefined && { className: isTaken ? 'recorrida' : 'sin-recorrer' }),
    ...(handle !== NORMAL && { label: handle }),
  }
}

/** Whether a run went this way; undefined without a run. */
function isTakenBy(
  origen: NodoRun | undefined,
  destino: NodoRun | undefined,
  { salida = NORMAL }: Conexion,
): boolean | undefined {
  if (origen === undefined) return undefined
  const isOfRegion = salida === 'elemento'
  return destino !== undefined && destino.estado !== 'omitido' && (isOfRegion || origen.rama === salida)
}

function sameList<Drawn>(before: readonly Drawn[], next: readonly Drawn[]): readonly Drawn[] {
  return before.length === next.length && next.every((drawn, at) => drawn === before[at]) ? before : next
}
