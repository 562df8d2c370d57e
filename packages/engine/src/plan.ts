import type { Aislamiento, LlamadaPreparada, Parametro, Respuesta, TipoDato, TipoNodo } from '@div/contract'
import type { Lote } from '@div/formula'
import type { Frame } from './frame.ts'

/** Reads something in a frame of a run. */
export type Read<Value = unknown> = (frame: Frame) => Value

/** Reads it for several items at once. Whatever it throws: read them one by one. */
export type ReadAll = (lote: Lote<Frame>) => unknown[]

/** A compiled source of a value. */
export interface Reading {
  read: Read
  /** Absent: that is no quicker than one by one. */
  readAll?: ReadAll
  /** It takes values from outside (CONSECUTIVO): `read` answers a promise. */
  waits: boolean
  tipo: TipoDato
}

/** What a node does when it runs. Everything that the document can decide is decided inside these closures. */
export type Accion =
  /** Computes its output (a promise when `waits`). */
  | { clase: 'valor'; compute: Read; waits: boolean; computeAll?: ReadAll }
  /** Chooses the handle it leaves by; `otra` is the one by which it goes on when it cannot. */
  | { clase: 'rama'; choose: Read<string>; otra: string }
  /** Calls a server with the parameters that `parametros` yields (a promise when `waits`). */
  | { clase: 'llamada'; preparada: LlamadaPreparada; parametros: Read; waits: boolean }
  /** Of a durable plan: sleeps until what it waits for has come. */
  | { clase: 'espera'; preparada: LlamadaPreparada; parametros: Read; waits: boolean }
  /** Ends a branch of the flow with an answer. */
  | { clase: 'respuesta'; compute: Read<Respuesta | Promise<Respuesta>> }
  /** Runs the branches between a split and its join. */
  | { clase: 'region'; region: PlanRegion }
  /** Yields what the region of its split gathered. */
  | { clase: 'union'; split: number }

/** Where a region's items come from: a list in memory, a cursor, or (null) one run a branch. */
export type Fuente =
  | { clase: 'lista'; read: Read }
  /** `read` finds the rows when the output of `nodo` was given and nothing is asked for. */
  | { clase: 'cursor'; nodo: string; preparada: LlamadaPreparada; parametros: Read; read: Read }
  | { clase: 'ramas' }

export interface PlanRegion {
  fuente: Fuente
  /** One for a list, one a branch otherwise. */
  bloques: readonly Bloque[]
  concurrencia: number
  maxElementos: number
  /** Items handed over together; 1 hands over the item itself. */
  lote: number
  enError: 'detener' | 'continuar'
  union: { tipo: 'todos' | 'alguno' | 'n'; n: number; tiempoMaximoMs: number | null }
  /** Name of the join, for errors. */
  join: { id: string; nombre: string }
  /** False when nobody reads `elementos`: a cursor's region then holds no item longer than it runs. */
  guardaElementos: boolean
}

/** What of a value is derived from a secret: fields by their names, or any part of it. */
export type Campos = 'todo' | readonly string[]

/** What of a node is shown to nobody, null: nothing of it. What it answers is not changed by it. */
export interface Ocultos {
  /** Of what its call is given. */
  entrada: Campos | null
  /** Of what it puts out. */
  salida: Campos | null
}

export interface PlanNodo {
  id: string
  nombre: string
  tipo: TipoNodo
  accion: Accion
  siguientes: readonly { destino: number; salida: string }[]
  /** Slots of this block that it reads; when the last reader of a slot has run, its output is let go. */
  lee: readonly number[]
  tiempoMaximoMs: number | null
  reintentos: { max: number; esperaMs: number; factor: number } | null
  enError: 'detener' | 'continuar' | 'rama'
  /** What `continuar` puts out. */
  alternativa: Readonly<Record<string, unknown>>
  /** The transaction that the call belongs to: blocks outwards, then position there. `savepoint`: it may go on after a failure of the call. */
  transaccion: { niveles: number; indice: number; savepoint: boolean } | null
  /** Null: it reads nothing that is derived from a secret. */
  ocultos: Ocultos | null
  /** What undoes its effect; null: nothing does. */
  compensacion: PlanCompensacion | null
  /** What is to be done once it has finished, before its followers begin; null: nothing. */
  cierre: Cierre | null
}

interface Cierre {
  /** Transactions of this block that wait for the node before they commit. */
  integra: readonly number[]
  /** Its outcome is kept: of a durable process, or because it can be undone. */
  punto: boolean
}

/** What one run can undo; beyond it nothing that could be undone is begun. */
export interface TopeDeCompensar {
  efectos: number
  /** Characters of what undoing them needs. */
  bytes: number
}

export const NO_UNDOING: TopeDeCompensar = { efectos: 0, bytes: 0 }

export interface PlanCompensacion {
  bloque: Bloque
  /** What it reads of the blocks around it, from that of the node outwards: whose outputs, and where they lie. */
  lee: readonly (readonly { nodo: string; slot: number }[])[]
}

/** A connection to this destination leaves the block: it arrives at the join. */
export const SALE_DEL_BLOQUE = -1

/** A level of the plan: the whole flow, or what one item of a region runs. */
export interface Bloque {
  /** The split whose region it is; null at the top level. */
  split: string | null
  /** In topological order; a node's position is the slot of its output. */
  nodos: readonly PlanNodo[]
  /** Positions that run first. */
  inicios: readonly number[]
  /** Incoming connections of each node. */
  entrantes: readonly number[]
  /** Readers of each slot; -1 keeps the output to the end. */
  lectores: readonly number[]
  transacciones: readonly { nombre: string; servidorId: string; aislamiento: Aislamiento; miembros: number }[]
  /** How an item of a region yields its element; null at the top level. */
  elemento: ElementoDeBloque | null
  /** Of a region in which every node runs for every item and only computes: such an item needs no frame of its own. */
  directo: Directo | null
}

export interface Directo {
  /** In order; `slot` is where the output lies. */
  computos: readonly { slot: number; nodo: PlanNodo; compute: Read }[]
  /** Reads the element once they have run. */
  elemento: Read
  /** Of a single node whose output is the element: the elements of several items; null: they are computed one by one. */
  computeAll: ReadAll | null
}

export interface ElementoDeBloque {
  /** Connections that arrive at the join, in declared order: node and handle. */
  llegadas: readonly { origen: number; salida: string }[]
  /** The join's own fields (a promise when `waits`); null when what arrives is the element. */
  compute: Read | null
  waits: boolean
}

/** A published flow, ready to run: immutable, and shared by all its runs. */
export interface Plan {
  entrada: {
    parametros: readonly Parametro[]
    /** Name of the parameter by whose value its runs are found; null: none. */
    clave: string | null
    /** Takes the values of a call to their declared types. Throws EntradaInvalida with everything that is wrong. */
    coerce(raw: Readonly<Record<string, unknown>>): Record<string, unknown>
  }
  salidas: readonly {
    nodo: string
    nombre: string
    estadoHttp: number
    tipoContenido: string | null
    cabeceras: readonly string[]
    parametros: readonly Parametro[]
  }[]
  bloque: Bloque
  /** By node, those that read something derived from a secret; null: none does. */
  ocultos: ReadonlyMap<string, Ocultos> | null
  /** Servers that it calls. */
  servidores: readonly string[]
  /** Its runs keep what each node gave, and go on after a crash. */
  durable: boolean
  /** How a run that failed is undone; null: it is not. */
  compensacion: {
    /** Also when it was cancelled. */
    alCancelar: boolean
    /** Those that can be undone, by their ids. */
    nodos: ReadonlyMap<string, PlanNodo>
    tope: TopeDeCompensar
  } | null
}
