import type { Conexion, Flujo, Hallazgo, Nodo } from '@div/contract'
import { type Node, Position } from '@xyflow/react'
import { NODO_WIDTH } from '../../../shared/flujo/nodo-size.ts'
import type { Posicion } from '../document/flujo-command.ts'
import { ENTRY_TOP, handleTop, heightOf } from '../document/nodo-geometry.ts'
import { NORMAL } from '../document/nodo-handles.ts'
import { regionNames } from '../document/regiones.ts'
import type { Selection } from '../store/editor-state.ts'
import type { Cambio } from '../versiones/paint-diff.ts'
import { DrawnList, remembered, sameList } from './drawn-list.ts'
import { faceOf, type NodoFace, type Nombres } from './nodo-face.ts'
import type { NodoRun } from './nodo-run.ts'
import { wordsOf } from './nodo-words.ts'

/** What is wrong with a node, as its badge says it. */
export interface NodoBadge {
  readonly gravedad: Hallazgo['gravedad']
  readonly text: string
}

type NodoData = {
  face: NodoFace
  badge: NodoBadge | undefined
  run: NodoRun | undefined
  region: string | undefined
}
export type DrawnNodo = Node<NodoData, 'nodo'>

/** Where nodes, frames and notes are while they are dragged. */
export type Places = ReadonlyMap<string, Posicion>

export interface ToDraw {
  flujo: Flujo
  selection: Selection
  servidores: Nombres
  badges: ReadonlyMap<string, NodoBadge>
  runs: ReadonlyMap<string, NodoRun>
  /** What became of nodes and connections since an earlier drawing. */
  cambios: ReadonlyMap<string, Cambio>
}

/** The name of a way out, which may be the empty text, as the id of its handle. */
export const toHandleId = (handle: string): string => `salida:${handle}`
export const fromHandleId = (id: string | null | undefined): string => id?.slice('salida:'.length) ?? NORMAL

interface DataCause {
  nodo: Nodo
  leaving: readonly Conexion[] | undefined
  /** Of a node that calls none it is nothing to look at. */
  servidores: Nombres
  badge: NodoBadge | undefined
  run: NodoRun | undefined
  region: string | undefined
}

interface NodoCause {
  id: string
  data: NodoData
  posicion: Posicion
  isSelected: boolean
  cambio: Cambio | undefined
}

/**
 * Nodes as the canvas draws them. What looks as before is the same object as before, and so is the whole list: typing beside the canvas
 * draws nothing anew, and where a node comes to stand leaves what it shows (`data`) as it is.
 */
export class NodoProjection {
  readonly #data = new DrawnList<DataCause, NodoData>(drawData, { isSame: isSameData })
  readonly #nodos = new DrawnList<NodoCause, DrawnNodo>(drawNodo, { isAlike: () => false })
  #leaving: { of: Flujo['conexiones']; byOrigen: ReadonlyMap<string, readonly Conexion[]> } | null = null

  readonly #regions = remembered(({ conexiones, splitters }: RegionCause) =>
    regionNames({ version: 1, nodos: [...splitters], conexiones }),
  )
  #splitters: readonly Nodo[] = []

  readonly nodos = remembered((toDraw: ToDraw) => this.#drawNodos(toDraw))

  #drawNodos({ flujo, selection, servidores, badges, runs, cambios }: ToDraw): readonly DrawnNodo[] {
    const leaving = this.#leavingOf(flujo)
    const regions = this.#regionsOf(flujo)
    const data = this.#data.draw(
      flujo.nodos.map((nodo) => ({
        nodo,
        leaving: leaving.get(nodo.id),
        servidores: nodo.tipo === 'proceso' ? servidores : NO_NAMES,
        badge: badges.get(nodo.id),
        run: runs.get(nodo.id),
        region: regions.get(nodo.id),
      })),
      ({ nodo }) => nodo.id,
    )
    const causes = flujo.nodos.flatMap(({ id, posicion }, at) => {
      const shown = data[at]
      if (shown === undefined) return []
      const isSelected = selection.nodos.has(id)
      return [{ id, data: shown, posicion, isSelected, cambio: cambios.get(id) }]
    })
    return this.#nodos.draw(causes, ({ id }) => id)
  }

  /** The regions stay the same ones while what opens, joins and closes them does. */
  #regionsOf({ nodos, conexiones }: Flujo): ReadonlyMap<string, string> {
    this.#splitters = sameList(this.#splitters, nodos.filter(isSplitter))
    return this.#regions({ conexiones, splitters: this.#splitters })
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

interface RegionCause {
  conexiones: Flujo['conexiones']
  splitters: readonly Nodo[]
}

const isSplitter = ({ tipo }: Nodo) => tipo === 'splitter-split' || tipo === 'splitter-join'

const NO_NAMES: Nombres = new Map()

/** The nodes while some are dragged: only those are others. */
export function withPlaces(nodos: readonly DrawnNodo[], dragged: Places | null): readonly DrawnNodo[] {
  if (dragged === null) return nodos
  return nodos.map((nodo) => {
    const position = dragged.get(nodo.id)
    return position === undefined ? nodo : { ...nodo, position, dragging: true }
  })
}

/** Where a node stands is no part of what it shows. */
function isSameData(before: DataCause, next: DataCause): boolean {
  const isSameBeside =
    before.leaving === next.leaving &&
    before.servidores === next.servidores &&
    before.badge === next.badge &&
    before.run === next.run &&
    before.region === next.region
  return isSameBeside && (before.nodo === next.nodo || isSameElsewhere(before.nodo, next.nodo))
}

function isSameElsewhere(before: Nodo, next: Nodo): boolean {
  const fields: Readonly<Record<string, unknown>> = { ...before }
  const others = Object.entries(next)
  return (
    others.length === Object.keys(fields).length &&
    others.every(([name, value]) => name === 'posicion' || fields[name] === value)
  )
}

function drawData({ nodo, leaving = [], servidores, badge, run, region }: DataCause): NodoData {
  return { face: faceOf(nodo, leaving, servidores), badge, run, region }
}

function drawNodo({ id, data, posicion, isSelected, cambio }: NodoCause): DrawnNodo {
  const { face, run } = data
  const size = { width: NODO_WIDTH, height: heightOf(face.handles) }
  const marks = [
    `tipo-${face.tipo}`,
    run?.estado && `estado-${run.estado}`,
    run?.isStale && 'viejo',
    run?.fijado && 'fijado',
    cambio && `cambio cambio-${cambio}`,
  ]
  return {
    id,
    type: 'nodo',
    data,
    position: posicion,
    selected: isSelected,
    className: marks.filter(Boolean).join(' '),
    ...size,
    measured: size,
    ariaLabel: `${face.nombre}: ${wordsOf({ ...data, cambio })}`,
    domAttributes: {
      ...IN_SPANISH,
      ...(face.transaccion !== null && { 'data-transaccion': face.transaccion }),
    },
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

/** Where React Flow would say it in English. */
const IN_SPANISH = { 'aria-roledescription': 'nodo' }

const SPOT = { width: 1, height: 1 }
