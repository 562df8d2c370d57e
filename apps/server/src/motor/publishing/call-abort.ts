import type { Cancelacion } from '@div/engine'

/**
 * Cancels the run of a call. Next to none of them is: an AbortController with its signal and what listens to it would cost each of them
 * more than its deadline does.
 */
export class CallAbort implements Cancelacion {
  aborted = false
  reason: unknown
  /** A run walks one way at a time. */
  #listener: (() => void) | null = null

  abort(reason?: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    this.#listener?.()
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listener = listener
  }

  removeEventListener(): void {
    this.#listener = null
  }
}
