import {
  type EfectosGuardados,
  EjecucionCancelada,
  formatClave,
  type Linked,
  type LlamadaContext,
  type Llamador,
  type Paso,
  type SaveIn,
  type Transaccion,
} from '@div/contract'
import { type Punto, puntoOf } from './checkpoints.ts'
import { noteEffect } from './compensable.ts'
import type { Frame } from './frame.ts'
import type { Campos, PlanNodo } from './plan.ts'
import type { EsperaDeNodo } from './sleep.ts'

/** One try of a node that waits for something outside; what its call sees of the run. */
export class Attempt implements LlamadaContext, Linked<Attempt> {
  earlier: Attempt | null = null
  later: Attempt | null = null
  readonly frame: Frame
  readonly posicion: number
  readonly nodo: PlanNodo
  readonly paso: Paso | null
  /** 1 for the first. */
  readonly numero: number
  readonly deadline: number
  transaccion?: Transaccion
  /** Nobody waits for it any more: what it still answers is dropped. */
  settled = false
  /** Calls off the time limit or the pause before a retry. */
  callOff: (() => void) | null = null
  /** What else must end when it is aborted: the frames of a region. */
  onAbort: (() => void) | null = null
  /** Of a durable run: what it sleeps for. */
  espera: EsperaDeNodo | null = null
  /** Gives it what it sleeps for, when that comes while other nodes work. */
  hear: ((punto: Punto) => void) | null = null
  /** Whether nothing beneath it goes on by itself. */
  isIdle: (() => boolean) | null = null
  /** Those of its region's items. */
  listFrames: (() => Iterable<Frame>) | null = null
  #controller: AbortController | null = null
  #reason: unknown

  constructor(frame: Frame, posicion: number, nodo: PlanNodo, paso: Paso | null, numero: number) {
    this.frame = frame
    this.posicion = posicion
    this.nodo = nodo
    this.paso = paso
    this.numero = numero
    const { deadline } = frame.run.input
    this.deadline =
      nodo.tiempoMaximoMs === null
        ? deadline
        : Math.min(deadline, frame.run.ports.clock.now() + nodo.tiempoMaximoMs)
  }

  get idEjecucion(): string {
    return this.frame.run.input.idEjecucion
  }

  /** The same for every retry: the target can tell a repetition from a new request. */
  get claveIdempotencia(): string {
    const { raizDeClaves, idEjecucion } = this.frame.run.input
    return formatClave(raizDeClaves ?? idEjecucion, this.nodo.id, this.frame.iteracion)
  }

  get profundidad(): number {
    return this.frame.run.input.profundidad
  }

  get caller(): Llamador {
    return this.frame.run.input
  }

  get saveIn(): SaveIn | undefined {
    const { frame, posicion, nodo, paso } = this
    const { checkpoints } = frame.run
    if (!checkpoints?.keepsIn(frame, nodo)) return undefined
    return async (output, transaccion) => {
      const ended = paso && { ...paso, duracionMs: frame.run.ports.clock.now() - paso.inicio }
      noteEffect(frame, posicion, nodo)
      const compensable = checkpoints.capture(frame, posicion, output)
      const punto = puntoOf({ frame, posicion, nodo, paso: ended }, { output, salida: '', compensable })
      await checkpoints.keepIn(punto, transaccion)
    }
  }

  get efectos(): EfectosGuardados | undefined {
    const { puntos, efectos } = this.frame.run.input
    return puntos ? puntos.efectos : efectos
  }

  get secretParametros(): Campos | null {
    return this.nodo.ocultos === null ? null : this.nodo.ocultos.entrada
  }

  get savepoint(): boolean {
    return this.nodo.transaccion?.savepoint ?? false
  }

  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController()
      if (this.settled) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  /** It has answered. */
  settle(): void {
    this.settled = true
    this.callOff?.()
    this.frame.waiting.delete(this)
  }

  /** Nobody waits for it: the call is told to stop. */
  abort(reason: unknown = new EjecucionCancelada()): void {
    this.settle()
    this.#reason = reason
    this.#controller?.abort(reason)
    this.onAbort?.()
  }
}
