import type { Hallazgo } from '@div/contract'
import type { LookRequest } from './look-request.ts'

/** Looks at one drawing after another, in a worker that lives as long as the canvas. */
export class Looker {
  #worker: Worker | null = null
  #waiting: PromiseWithResolvers<readonly Hallazgo[]>[] = []

  readonly look = (request: LookRequest): Promise<readonly Hallazgo[]> => {
    this.#worker ??= this.#open()
    const answer = Promise.withResolvers<readonly Hallazgo[]>()
    this.#waiting.push(answer)
    this.#worker.postMessage(request)
    return answer.promise
  }

  /** Whoever still waits learns that there is no answer; the next look begins anew. */
  close(reason = new Error('closed')): void {
    this.#worker?.terminate()
    this.#worker = null
    for (const { reject } of this.#waiting.splice(0)) reject(reason)
  }

  #open(): Worker {
    const worker = new Worker(new URL('./look-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<readonly Hallazgo[]>) => this.#waiting.shift()?.resolve(data)
    // It could not be loaded, or a drawing was too much for it.
    worker.onerror = ({ message }) => this.close(new Error(message))
    return worker
  }
}
