import { EjecucionCancelada, type ErrorDeNodo, TiempoAgotado } from '@div/contract'
import { type Checkpoints, IntentoAjeno, type Punto } from './checkpoints.ts'
import { toErrorDeNodo } from './failure.ts'
import type { Frame } from './frame.ts'
import { listOpen } from './paso.ts'
import type { Run, RunInput, RunPorts, Watchable, Watched } from './run.ts'
import { cancelFrame, startFrame } from './run-frame.ts'
import { EjecucionDormida, type EsperaDeNodo, hearAnswers, isIdle, listEsperas } from './sleep.ts'

/** How a walk ended that did not end well. */
export interface Ended {
  estado: 'cancelada' | 'error'
  error: ErrorDeNodo
  cause: unknown
}

export interface WalkOptions {
  input: RunInput
  ports: RunPorts
  checkpoints: Checkpoints | null
  tope: Run['tope']
  pasos: Run['pasos']
  allowed?: Run['allowed']
  /** The node that it undoes. */
  compensa?: string
  /** What its deadline says is late. */
  que: string
  root(run: Run): Frame
}

/** One walk through a block and everything in it: a run, or what undoes one of its nodes. */
export class Walk implements Run, Watchable {
  readonly input: RunInput
  readonly ports: RunPorts
  readonly inicio: number
  readonly pasos: Run['pasos']
  pasosOmitidos = 0
  reunidos: Run['reunidos'] = null
  respuesta: Run['respuesta'] = undefined
  readonly allowed: ReadonlySet<string> | null
  readonly dado: Run['dado']
  readonly checkpoints: Checkpoints | null
  readonly compensa: string | null
  readonly tope: Run['tope']
  readonly root: Frame
  ended: Run['ended'] = null
  sleepers = 0
  readonly #que: string
  #disarm: (() => void) | null = null

  constructor({ input, ports, checkpoints, pasos, allowed, compensa, tope, que, root }: WalkOptions) {
    this.input = input
    this.ports = ports
    this.inicio = ports.clock.now()
    this.pasos = pasos
    this.allowed = allowed ?? null
    this.checkpoints = checkpoints
    this.compensa = compensa ?? null
    this.tope = tope
    this.dado = dadoOf(input.datosFijados, checkpoints)
    this.#que = que
    this.root = root(this)
  }

  /** Walks to the end: at once when nothing waits; what `conclude` makes of it then is answered. */
  start<Result>(conclude: () => Result | Promise<Result>): Result | Promise<Result> {
    if (this.input.signal?.aborted) this.#cancel()
    startFrame(this.root)
    if (this.root.finished) return this.#conclude(conclude)
    this.input.corriendo = this
    return new Promise((resolve) => {
      this.root.onFinished = () => resolve(this.#conclude(conclude))
    })
  }

  watch(): Watched {
    this.input.watched ??= { pasos: this.pasos, open: new Set(listOpen([this.root])) }
    return this.input.watched
  }

  /** Null: it ended well. */
  failure(): Ended | null {
    const { ended, root } = this
    const failed = ended ? { nodo: this.#runningNode(), cause: ended.cause } : root.failure
    if (failed === null) return null
    const { nodo, cause } = failed
    return { estado: ended?.estado ?? 'error', error: toErrorDeNodo(cause, nodo), cause }
  }

  arm(): void {
    if (this.#disarm !== null) return
    const { signal, deadline } = this.input
    const limiteMs = Math.max(0, deadline - this.inicio)
    const callOff = this.ports.clock.after(Math.max(0, deadline - this.ports.clock.now()), () => {
      this.#end('error', new TiempoAgotado({ que: this.#que, limiteMs: Math.round(limiteMs) }))
    })
    const cancel = () => this.#cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    this.#disarm = () => {
      callOff()
      signal?.removeEventListener('abort', cancel)
    }
  }

  rest(): void {
    if (this.ended === null && isIdle(this.root)) this.end(new EjecucionDormida([...listEsperas(this.root)]))
  }

  listEsperas(): EsperaDeNodo[] | null {
    if (this.ended !== null || this.root.finished) return null
    return this.sleepers === 0 ? [] : [...listEsperas(this.root)]
  }

  hear(puntos: readonly Punto[]): void {
    hearAnswers(this.root, puntos)
  }

  end(cause: unknown): void {
    this.#end('error', cause)
  }

  #cancel(): void {
    const reason: unknown = this.input.signal?.reason
    this.#end('cancelada', reason instanceof IntentoAjeno ? reason : new EjecucionCancelada())
  }

  #end(estado: 'cancelada' | 'error', cause: unknown): void {
    this.ended ??= { estado, cause }
    cancelFrame(this.root, cause)
  }

  #conclude<Result>(conclude: () => Result | Promise<Result>): Result | Promise<Result> {
    this.#disarm?.()
    return conclude()
  }

  /** Where the run stood when it was ended: the first node that was still waiting. */
  #runningNode(): string | null {
    return this.pasos.findLast(({ estado }) => estado === 'cancelado')?.nodo ?? null
  }
}

function dadoOf(fijados: RunInput['datosFijados'], checkpoints: Checkpoints | null): Run['dado'] {
  const isResumed = checkpoints?.isDurable ?? false
  if (fijados === undefined && !isResumed) return null
  return (frame, nodo) => {
    if (fijados !== undefined && Object.hasOwn(fijados, nodo.id)) return { output: fijados[nodo.id] }
    const punto = nodo.cierre?.punto ? checkpoints?.find(frame, nodo) : undefined
    return punto && { punto }
  }
}
