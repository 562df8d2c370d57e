import {
  type AppError,
  type EfectosGuardados,
  type Linked,
  type LlamadaContext,
  type Llamador,
  type SaveIn,
  TiempoAgotado,
  type Transaccion,
} from '@div/contract'

interface ContextLimits {
  servidor: string
  now: number
  limitMs: number
  /** When its statement is called off though it has not expired; absent: when it expires. */
  deadline?: number
}

/** A call whose servidor gives it less time than the run does: aborted by whichever ends first. */
export class LimitedContext implements LlamadaContext, Linked<LimitedContext> {
  earlier: LimitedContext | null = null
  later: LimitedContext | null = null
  readonly idEjecucion: string
  readonly claveIdempotencia: string
  readonly profundidad: number
  readonly savepoint: boolean
  readonly transaccion?: Transaccion
  readonly caller?: Llamador
  readonly secretParametros: 'todo' | readonly string[] | null
  readonly deadline: number
  readonly expiresAt: number
  readonly #outer: LlamadaContext
  readonly #servidor: string
  readonly #limitMs: number
  #reason: AppError | null = null
  #own: AbortController | null = null
  #signal: AbortSignal | null = null
  #reject: ((reason: unknown) => void) | null = null

  constructor(outer: LlamadaContext, { servidor, now, limitMs, deadline = now + limitMs }: ContextLimits) {
    this.#outer = outer
    this.idEjecucion = outer.idEjecucion
    this.claveIdempotencia = outer.claveIdempotencia
    this.profundidad = outer.profundidad
    this.savepoint = outer.savepoint
    if (outer.transaccion) this.transaccion = outer.transaccion
    if (outer.caller) this.caller = outer.caller
    this.secretParametros = outer.secretParametros === undefined ? 'todo' : outer.secretParametros
    this.expiresAt = now + limitMs
    this.deadline = deadline
    this.#servidor = servidor
    this.#limitMs = limitMs
  }

  get saveIn(): SaveIn | undefined {
    return this.#outer.saveIn
  }

  get efectos(): EfectosGuardados | undefined {
    return this.#outer.efectos
  }

  get signal(): AbortSignal {
    if (this.#signal === null) {
      this.#own = new AbortController()
      this.#signal = AbortSignal.any([this.#outer.signal, this.#own.signal])
      if (this.#reason) this.#own.abort(this.#reason)
    }
    return this.#signal
  }

  /** What the call answers, unless its time ends before: nobody waits then for a driver that is slow to cancel. */
  race<Output>(call: Promise<Output>): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#reject = reject
      call.then(resolve, reject)
    })
  }

  expire(): void {
    // Only now: an error keeps its stack, and hardly any call ends so.
    this.#reason = new TiempoAgotado({ que: `La llamada a «${this.#servidor}»`, limiteMs: this.#limitMs })
    this.#own?.abort(this.#reason)
    this.#reject?.(this.#reason)
  }
}
