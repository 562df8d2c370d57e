import { Chain, type Linked } from '@div/contract'
import type { Attempt } from './attempt.ts'
import type { Bloque } from './plan.ts'
import type { Run } from './run.ts'
import type { OpenTransaction } from './transaction.ts'

/** Why a frame ended before its nodes did. */
export type Failure = { nodo: string | null; cause: unknown }

/**
 * One run of one block: the outputs of its nodes and how far it has come. The whole flow runs in one frame; every item of a region in
 * one of its own, whose parent is the frame of the split. Formulas and references read in it.
 */
export class Frame implements Linked<Frame> {
  earlier: Frame | null = null
  later: Frame | null = null
  readonly run: Run
  readonly bloque: Bloque
  readonly parent: Frame | null
  readonly outputs: unknown[]
  elemento: unknown
  indice = 0
  total: number | null = null
  /** Index in each region around, outermost first; shared by the spans of this frame. */
  iteracion: readonly number[] | null = null
  /** Its spans are told one by one. */
  detallado = true

  /** Incoming connections of each node that are not settled yet. */
  readonly missing: number[]
  /** Whether a connection into the node was taken. */
  readonly taken: boolean[]
  readonly readers: number[]
  /** Positions whose incoming connections are all settled, from `head` on. */
  readonly queue: number[] = []
  head = 0
  /** Nodes that wait for something outside. */
  readonly waiting = new Chain<Attempt>()
  /** The handle by which each node left, for the arrivals at a join; undefined while it has not. */
  readonly left: (string | undefined)[] | null
  transactions: (OpenTransaction | null)[] | null = null
  /** Nodes that can be undone and whose effect has happened, until they have finished. */
  effects: Set<number> | null = null
  /** Members of each transaction that settled before it was opened. */
  skippedMembers: number[] | null = null

  /** Commits and roll-backs under way. */
  closing = 0
  failure: Failure | null = null
  finished = false
  onFinished: ((frame: Frame) => void) | null = null

  constructor(run: Run, bloque: Bloque, parent: Frame | null) {
    this.run = run
    this.bloque = bloque
    this.parent = parent
    this.outputs = new Array(bloque.nodos.length)
    this.missing = bloque.entrantes.slice()
    this.taken = new Array(bloque.nodos.length).fill(false)
    this.readers = bloque.lectores.slice()
    this.left = bloque.elemento ? new Array(bloque.nodos.length) : null
  }

  /** A frame that only carries `elemento` and `indice` over a list; it is reused from item to item. */
  static forItems(parent: Frame): Frame {
    return new Frame(parent.run, NO_NODES, parent)
  }
}

export const NO_NODES: Bloque = {
  split: null,
  nodos: [],
  inicios: [],
  entrantes: [],
  lectores: [],
  transacciones: [],
  elemento: null,
  directo: null,
}
