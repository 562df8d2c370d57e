import type { ErrorDeCampo } from './errors/app-error.ts'
import type { Role } from './permissions.ts'
import type { Consumidor } from './presupuesto/consumo.ts'
import type { TrazaW3c } from './traceparent.ts'

/**
 * Where the engine and the servers meet: the engine asks for a call to be prepared at publish and makes it per run, without
 * knowing pools, drivers or sockets. The motor's pool manager is the real one; a test passes functions.
 */

/** What a `proceso` node says of its operation. Resolved once, at publish. */
export interface LlamadaSpec {
  /** Id and name of the node, for errors and leak reports. */
  nodo: string
  nombreNodo: string
  servidorId: string
  tipoServidor: string
  tipoObjeto: string
  objeto: Readonly<Record<string, unknown>>
  /** The names that the run will pass, in order. */
  parametros: readonly string[]
}

/** What is hidden in all that is kept of a run. Whoever begins the run says it, the engine hands it on. */
export interface SecretosDeEjecucion {
  /** The text without what is secret. */
  redact(text: string): string
}

/** What calls tell the run that makes them. */
export interface Llamador {
  secretos: SecretosDeEjecucion
  /** The longest that one of them waited for a free connection. Absent: none did. */
  esperaMs?: number
  /** The trace that whoever called the run said it belongs to; what the run calls is told of it. */
  traza?: TrazaW3c
  /** Whose calls to models these are. Absent: of nobody in particular. */
  consumidor?: Consumidor
}

/** `transaccion` is whatever our own database has for one. */
export type SaveIn = (salida: unknown, transaccion: unknown) => Promise<void>

/**
 * By which a call is known wherever it is made again: of a run, a node and, in regions, an item. Each attempt of the run makes the same one.
 * A run inside the node of another one has that call's key for a root: its own id is another one in each attempt.
 */
export function formatClave(raiz: string, nodo: string, iteracion: readonly number[] | null): string {
  return `${raiz}/${nodo}${iteracion ? `[${iteracion.join()}]` : ''}/1`
}

/** Per call of a prepared operation. */
export interface LlamadaContext {
  idEjecucion: string
  /** `idEjecucion/nodo/intento`, the same in all attempts of a run and of the runs around it. */
  claveIdempotencia: string
  /** Aborting it cancels the work on the other side too. Created on first use: read it only when you listen. */
  readonly signal: AbortSignal
  /** When nobody waits any more, by `monotonicNow`. */
  deadline: number
  /** How many processes called each other to get here. */
  profundidad: number
  transaccion?: Transaccion
  /**
   * Of a durable run whose effect is in our own database: keeps what the node gives within the transaction of the effect, so that both are
   * there or neither. What it throws rolls back. Absent: it is kept afterwards.
   */
  readonly saveIn?: SaveIn | undefined
  /** Of a durable run, and of what it calls: what an earlier attempt did in our own database is not done again. Absent: nobody knows. */
  readonly efectos?: EfectosGuardados | undefined
  /** Inside a transaction: a failure of this call must leave the transaction usable (the node retries, continues or branches). */
  savepoint: boolean
  /** The run that makes the call; what it learns of secrets by it is added. Absent: unknown. */
  readonly caller?: Llamador
  /** Which parameters are derived from a secret; null: none. Absent: unknown. */
  readonly secretParametros?: 'todo' | readonly string[] | null
}

/** Effects in our own database, by the keys of the calls that had them, each kept in the transaction of its effect. */
export interface EfectosGuardados {
  /** What the call was answered; undefined: its effect is not there. */
  find(clave: string, transaccion: unknown): Promise<{ respuesta: unknown } | undefined>
  /** What it throws rolls back. */
  keep(clave: string, respuesta: unknown, transaccion: unknown): Promise<void>
  /**
   * The version of another proceso that a call runs: that which it ran first, in whatever attempt, as its effects are known by nodes; else
   * the given one, from now on. Undefined: there is neither.
   */
  holdVersion(clave: string, version: number | undefined): Promise<number | undefined>
}

/** An operation resolved to one server, ready to be called. */
export interface LlamadaPreparada {
  /** A reading may be repeated freely; a writing only when the target says so. */
  efecto: 'lectura' | 'escritura'
  /** Making the same call again changes nothing more, whatever became of the first. Absent: only of a reading. */
  repetible?: boolean
  /** Rolling back its transaction undoes all that it does. Absent: nobody knows. */
  reversible?: boolean
  /** The operation can only stand outside a transaction (HTTP calls, waits). */
  admiteTransaccion: boolean
  call(parametros: Readonly<Record<string, unknown>>, context: LlamadaContext): unknown
  /**
   * What a durable run waits for instead of making the call; it takes no worker meanwhile. Null: so short that the call is made. Absent: it
   * never waits so.
   */
  waitFor?(parametros: Readonly<Record<string, unknown>>): EsperaPedida | null
  /** There is no call: only a durable run can wait for it. */
  soloDurable?: boolean
  /** What it answers lets somebody outside answer for this node: only one that `esSenal`, and of the same item of a region, may be named. */
  direccionDe?: string
  /** It waits for whoever has its address. */
  esSenal?: boolean
  /** What whoever draws it is told though it can be made: it hardly is what was meant. */
  aviso?: ErrorDeCampo
  /** Batches of rows in order, in flat memory; absent when the operation has no cursor. */
  stream?(
    parametros: Readonly<Record<string, unknown>>,
    context: LlamadaContext,
  ): AsyncIterable<readonly unknown[]>
}

/** What a durable run waits for; `vence`: when it is over, for a person or a signal that did not come a failure. */
export type EsperaPedida =
  | { clase: 'tiempo'; vence: Date }
  | { clase: 'senal'; vence: Date | null }
  | {
      clase: 'aprobacion'
      vence: Date | null
      titulo: string
      descripcion: string
      /** Who may decide; admins always may. */
      rol: Role
      /** What whoever decides is shown. */
      datos: Readonly<Record<string, unknown>>
    }

/** One transaction on one leased connection. Calls that carry it run on that connection, one after another. */
export interface Transaccion {
  commit(): Promise<void>
  /** Never rejects: a connection that cannot roll back is closed. */
  rollback(): Promise<void>
}

export const AISLAMIENTOS = ['lecturaConfirmada', 'lecturaRepetible', 'serializable'] as const
export type Aislamiento = (typeof AISLAMIENTOS)[number]

/** What the world provides to calls: prepared at publish, used by runs. */
export interface Llamadas {
  /** Throws an AppError when the server does not exist, is of another type, or its object is not well formed. */
  prepare(spec: LlamadaSpec): LlamadaPreparada
  begin(
    servidorId: string,
    options: {
      aislamiento: Aislamiento
      idEjecucion: string
      nodo: string
      deadline: number
      signal: AbortSignal
    },
  ): Promise<Transaccion>
}
