import type {
  Consumidor,
  EfectosGuardados,
  ErrorDeNodo,
  EstadoEjecucion,
  Paso,
  Respuesta,
  SecretosDeEjecucion,
  Transaccion,
  TrazaW3c,
} from '@div/contract'
import type { Checkpoints, GuardaPuntos, Punto } from './checkpoints.ts'
import type { Clock } from './clock.ts'
import type { Frame } from './frame.ts'
import type { PlanNodo, TopeDeCompensar } from './plan.ts'
import type { EsperaDeNodo } from './sleep.ts'

/** Says that nobody wants a run any more: an AbortSignal, or something that is made more quickly. */
export interface Cancelacion {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options: { once: true }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** What starting a run says. `entrada` has been coerced by the plan. */
export interface RunInput {
  idEjecucion: string
  /** What the keys of its calls begin with. Absent: its id. */
  raizDeClaves?: string
  entrada: Readonly<Record<string, unknown>>
  /** When the run ends with TIEMPO_AGOTADO, by the clock of its ports. */
  deadline: number
  /** Cancels the run. */
  signal?: Cancelacion
  /** What its samples hide. What it calls may add to it. */
  secretos: SecretosDeEjecucion
  /** Milliseconds; what it calls adds to it (`Llamador`). */
  esperaMs?: number
  /** The trace that whoever called it said it belongs to (`Llamador`). */
  traza?: TrazaW3c
  /** Whose calls to models it makes (`Llamador`). */
  consumidor?: Consumidor
  /** Processes that called each other to get here; 0 for a call from outside. */
  profundidad: number
  /** Runs what leads to this node and the node itself, nothing else. */
  hastaNodo?: string
  /** Outputs by node id that are taken as they are: their nodes do not run. */
  datosFijados?: Readonly<Record<string, unknown>>
  /** Of a run that a durable one called: where its effects in our own database are kept. */
  efectos?: EfectosGuardados
  /** Of a durable plan: where its checkpoints are kept. */
  puntos?: GuardaPuntos
  /** Whoever looks at the run while it goes on looks in here. Absent: nobody does. */
  watched?: Watched
  /** Set by the run itself once it waits for something: whoever comes later to look at it begins here. */
  corriendo?: Watchable
}

/** A run that goes on. */
export interface Watchable {
  /** From now on it is looked at; what it has done so far is there. */
  watch(): Watched
  /** What its nodes sleep for while others work; null: it is over. */
  listEsperas(): EsperaDeNodo[] | null
  /** These have come; of what nobody waits for any more nothing becomes. */
  hear(puntos: readonly Punto[]): void
}

/** What of a run can be seen before it ends. */
export interface Watched {
  /** The spans, also those that are open. */
  readonly pasos: Paso[]
  /** Those that are open; of items beyond the first ones also such as are gathered later. */
  readonly open: Set<Paso>
}

/** What the world provides to runs. */
export interface RunPorts {
  begin: BeginTransaccion
  clock: Clock
  /** Makes a bounded copy of a value for its span, so that spans keep no output alive. Absent: spans hold the value itself. */
  sample?: (value: unknown, secretos: SecretosDeEjecucion) => unknown
  /** Spans that one run records; further ones are counted. */
  maxPasos: number
  /** Items of a region whose spans are recorded one by one; those of the others are gathered, but for failures. */
  iteraciones: number
  /** Milliseconds that a run that failed has to undo what it did, as it stands when it begins to. */
  compensacionMs(): number
}

type BeginTransaccion = (
  servidorId: string,
  options: {
    aislamiento: 'lecturaConfirmada' | 'lecturaRepetible' | 'serializable'
    idEjecucion: string
    nodo: string
    deadline: number
    signal: AbortSignal
  },
) => Promise<Transaccion>

export interface RunResult {
  estado: Extract<EstadoEjecucion, 'ok' | 'error' | 'cancelada'>
  /** Absent when no salida was reached. */
  respuesta?: Respuesta
  error?: ErrorDeNodo
  /** What was thrown, for the log and for the status of the answer. */
  causa?: unknown
  pasos: readonly Paso[]
  /** Spans beyond the limit. */
  pasosOmitidos: number
  /** By the clock of its ports. */
  inicio: number
  duracionMs: number
}

/** What a node yields without running: an output that was given, or what an earlier attempt of the run kept. */
type Dado = { output: unknown } | { punto: Punto }

/** The state that all frames of one run share. */
export interface Run {
  readonly input: RunInput
  readonly ports: RunPorts
  readonly inicio: number
  readonly pasos: Paso[]
  pasosOmitidos: number
  /** The spans that tell of many items, by node. */
  reunidos: Map<PlanNodo, Paso[]> | null
  respuesta: Respuesta | undefined
  /** The node ids that may run when only a part is wanted. */
  readonly allowed: ReadonlySet<string> | null
  root: Frame | null
  /** Set when somebody cancelled or time ran out: nothing begins any more. */
  ended: { estado: 'cancelada' | 'error'; cause: unknown } | null
  /** Of nodes that yield something without running; null: every node runs. */
  readonly dado: ((frame: Frame, nodo: PlanNodo) => Dado | undefined) | null
  readonly checkpoints: Checkpoints | null
  /** The node that it undoes, once its own run is over; null: it is that run. */
  readonly compensa: string | null
  readonly tope: TopeDeCompensar
  /** Called once when the first node waits: arms the deadline and listens to the signal. */
  arm(): void
  /** Nodes that sleep. */
  sleepers: number
  /** Puts the run to sleep when nothing in it goes on by itself. */
  rest(): void
  /** Ends the run here and now. */
  end(cause: unknown): void
}
