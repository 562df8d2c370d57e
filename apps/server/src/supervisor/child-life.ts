import type { ChildProcess } from 'node:child_process'
import type { Logger } from 'pino'
import { childMessageSchema, type Stop, stopMessage } from './child-messages.ts'

/**
 * Longer than a motor lets its runs go on (20 s), then writes its history (10 s) and closes its pools (10 s), each step with a goodbye of
 * a second to a database that says nothing: it is never cut while it writes.
 */
const STOP_WAIT_MS = 50_000

/** A part did not come up; its message is for a person. */
export class PartNotStarted extends Error {}

export interface LifeOptions {
  /** In the log. */
  name: string
  start(): ChildProcess
  log: Logger
  onRestartAsked(reinicios: number): void
}

/** One process from its start to its end. */
export interface ChildLife {
  readonly pid: number | undefined
  /** The port it listens on. Rejects with PartNotStarted when it ends before it listens. */
  readonly ready: Promise<number>
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Resolves when it has ended. */
  stop(stop: Stop): Promise<void>
  /** Ends it at once. */
  kill(): void
}

export function startLife({ name, start, log, onRestartAsked }: LifeOptions): ChildLife {
  const ready = Promise.withResolvers<number>()
  const ended = Promise.withResolvers<Awaited<ChildLife['ended']>>()
  const child = start()
  child.on('message', (message) => {
    const parsed = childMessageSchema.safeParse(message)
    if (!parsed.success) return
    const { data } = parsed
    if (data.type === 'div:failed') ready.reject(new PartNotStarted(data.mensaje))
    else if (data.type === 'div:ready') ready.resolve(data.puerto)
    else onRestartAsked(data.reinicios)
  })
  child.on('error', (error) => {
    if (child.pid !== undefined) {
      log.warn({ err: error, name, pid: child.pid }, 'process not reached: it is ending')
      return
    }
    log.error({ err: error, name }, 'process not started')
    ready.reject(new PartNotStarted(`El proceso ${name} no se pudo arrancar: ${error.message}.`))
    ended.resolve({ code: null, signal: null })
  })
  child.once('exit', (code, signal) => {
    ready.reject(new PartNotStarted(`El proceso ${name} terminó al arrancar (${code ?? signal}).`))
    ended.resolve({ code, signal })
  })
  // Whoever waits for it is told; else nobody wants to know.
  ready.promise.catch(() => {})

  return {
    pid: child.pid,
    ready: ready.promise,
    ended: ended.promise,
    async stop(stop) {
      if (child.connected) child.send(stopMessage(stop))
      const deadline = setTimeout(() => child.kill('SIGKILL'), stop.retiradaMs + STOP_WAIT_MS)
      await ended.promise
      clearTimeout(deadline)
    },
    kill() {
      child.kill('SIGKILL')
    },
  }
}
