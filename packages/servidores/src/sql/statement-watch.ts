import {
  type AppError,
  Chain,
  type Linked,
  type LlamadaContext,
  monotonicNow,
  TiempoAgotado,
} from '@div/contract'

/**
 * Statements that are cancelled when their call is aborted or its time is up. Most end within milliseconds, so listening starts only after
 * a while: an abort signal a call would cost more than the rest of its bookkeeping.
 */
export class Watched implements Linked<Watched> {
  earlier: Watched | null = null
  later: Watched | null = null
  readonly context: Pick<LlamadaContext, 'signal' | 'deadline'>
  readonly since = monotonicNow()
  /** Why it was cancelled. */
  reason: unknown
  isCancelled = false
  #isEnded = false
  readonly #cancel: () => void
  #signal: AbortSignal | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(context: Pick<LlamadaContext, 'signal' | 'deadline'>, cancel: () => void) {
    this.context = context
    this.#cancel = cancel
  }

  listen(): void {
    const { signal, deadline } = this.context
    if (signal.aborted) return this.cancel(signal.reason)
    this.#signal = signal
    signal.addEventListener('abort', this.#onAbort)
    const leftMs = deadline - monotonicNow()
    if (leftMs > MAX_TIMER_MS) return
    this.#timer = setTimeout(() => this.cancel(this.#outOfTime()), Math.max(0, leftMs))
  }

  /** A statement that has ended cannot be cancelled any more. */
  end(): void {
    this.#isEnded = true
    this.#stopListening()
  }

  #stopListening(): void {
    if (pending.delete(this) && pending.size === 0) stopTicking()
    this.#signal?.removeEventListener('abort', this.#onAbort)
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#signal = null
    this.#timer = null
  }

  cancel(reason: unknown): void {
    if (this.isCancelled || this.#isEnded) return
    this.#stopListening()
    this.isCancelled = true
    this.reason = reason
    this.#cancel()
  }

  readonly #onAbort = (): void => this.cancel(this.#signal?.reason)

  #outOfTime(): AppError {
    return new TiempoAgotado({
      que: 'La sentencia',
      limiteMs: Math.round(this.context.deadline - this.since),
    })
  }
}

/** What a statement may take before its call's signal is listened to. */
const PATIENCE_MS = 10
/** The longest that a timer can wait. */
const MAX_TIMER_MS = 2_147_483_647

const pending = new Chain<Watched>()
let ticker: NodeJS.Timeout | null = null

export function watchStatement(
  context: Pick<LlamadaContext, 'signal' | 'deadline'>,
  cancel: () => void,
): Watched {
  const watched = new Watched(context, cancel)
  pending.add(watched)
  ticker ??= setInterval(listenToSlow, PATIENCE_MS).unref()
  return watched
}

function listenToSlow(): void {
  const before = monotonicNow() - PATIENCE_MS
  for (let { first } = pending; first !== null; first = pending.first) {
    if (first.since > before) return
    pending.delete(first)
    first.listen()
  }
  if (pending.size === 0) stopTicking()
}

function stopTicking(): void {
  if (ticker !== null) clearInterval(ticker)
  ticker = null
}
