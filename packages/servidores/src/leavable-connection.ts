import { AppError } from '@div/contract'
import type { Connection } from './define-servidor.ts'
import { errorOfFallo, type Fallo } from './sql/failure.ts'

/** A connection whose calls are given up by leaving it: its protocol cannot take back what it has asked. */
export abstract class LeavableConnection implements Connection {
  readonly servidor: string
  readonly #classify: (cause: unknown) => Fallo | null
  #usable = true

  protected constructor(servidor: string, classify: (cause: unknown) => Fallo | null) {
    this.servidor = servidor
    this.#classify = classify
  }

  get usable(): boolean {
    return this.#usable
  }

  abstract ping(signal: AbortSignal): Promise<string | undefined>
  abstract close(): Promise<void>

  /** Hangs up at once, without a word to the other side. */
  protected abstract leave(): void

  protected lose(): void {
    this.#usable = false
  }

  /** As it is told to whoever uses the servidor. */
  failureOf(cause: unknown): unknown {
    if (cause instanceof AppError) return cause
    const fallo = this.#classify(cause)
    if (fallo?.clase !== 'rechazo') this.#usable = false
    return errorOfFallo(this.servidor, fallo, cause)
  }

  /** What `start` promises, given up when the signal aborts: nobody knows then what the other side still does. */
  protected async within<Answer>(signal: AbortSignal, start: () => Promise<Answer>): Promise<Answer> {
    const giveUp = () => {
      this.#usable = false
      this.leave()
    }
    try {
      return await untilAborted(signal, giveUp, start)
    } catch (cause) {
      throw this.failureOf(cause)
    }
  }
}

/** What `start` promises, or the signal's reason as soon as it aborts; `giveUp` is then called first. */
async function untilAborted<Answer>(
  signal: AbortSignal,
  giveUp: () => void,
  start: () => Promise<Answer>,
): Promise<Answer> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => {
    giveUp()
    reject(signal.reason)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([start(), promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** What `start` opens. One that opens when nobody waits for it any more is closed. */
export async function openUnlessAborted<Opened>(
  signal: AbortSignal,
  start: () => Promise<Opened>,
  close: (late: Opened) => void,
): Promise<Opened> {
  signal.throwIfAborted()
  const opening = start()
  return untilAborted(
    signal,
    () => {
      opening.then(close, () => {})
    },
    () => opening,
  )
}
