import type { ChildProcess } from 'node:child_process'
import type { Logger } from 'pino'
import { childMessageSchema, STOP } from './child-messages.ts'
import { countFailures, restartDelay } from './restart-delay.ts'

/**
 * Longer than a motor lets its runs go on (20 s), then writes its history (10 s) and closes its pools (10 s), each step with a goodbye of
 * a second to a database that says nothing: it is never cut while it writes.
 */
const STOP_WAIT_MS = 50_000

/** A part did not come up; its message is for a person. */
export class PartNotStarted extends Error {}

export interface ChildOptions {
  /** In the log. */
  name: string
  start(): ChildProcess
  log: Logger
}

/** A process that is started again whenever it ends, until it is stopped. */
export interface SupervisedChild {
  /** The port it listens on. Rejects with PartNotStarted when its first start fails. */
  ready: Promise<number>
  /** Resolves when it has ended. */
  stop(): Promise<void>
  /** Ends it at once. */
  kill(): void
}

export function superviseChild({ name, start, log }: ChildOptions): SupervisedChild {
  const ready = Promise.withResolvers<number>()
  const ended = Promise.withResolvers<void>()
  let current: ChildProcess
  let failures = 0
  let hasBeenReady = false
  let isStopping = false
  let restart: NodeJS.Timeout | undefined

  function launch() {
    const begun = performance.now()
    const child = start()
    current = child
    child.on('message', (message) => {
      const parsed = childMessageSchema.safeParse(message)
      if (!parsed.success) return
      if (parsed.data.type === 'div:failed') ready.reject(new PartNotStarted(parsed.data.mensaje))
      else {
        hasBeenReady = true
        ready.resolve(parsed.data.puerto)
      }
    })
    child.on('error', (error) => {
      if (child.pid !== undefined) {
        log.warn({ err: error, name, pid: child.pid }, 'process not reached: it is ending')
        return
      }
      log.error({ err: error, name }, 'process not started')
      ready.reject(new PartNotStarted(`El proceso ${name} no se pudo arrancar: ${error.message}.`))
      ended.resolve()
    })
    child.once('exit', (code, signal) => {
      if (isStopping) return ended.resolve()
      if (!hasBeenReady)
        return ready.reject(new PartNotStarted(`El proceso ${name} terminó al arrancar (${code ?? signal}).`))
      failures = countFailures(failures, performance.now() - begun)
      const delayMs = restartDelay(failures)
      log.error({ name, pid: child.pid, code, signal, delayMs }, 'process ended; it is started again')
      restart = setTimeout(launch, delayMs)
    })
  }
  launch()

  return {
    ready: ready.promise,
    async stop() {
      isStopping = true
      clearTimeout(restart)
      if (current.exitCode !== null || current.signalCode !== null) return
      if (current.connected) current.send(STOP)
      const deadline = setTimeout(() => current.kill('SIGKILL'), STOP_WAIT_MS)
      await ended.promise
      clearTimeout(deadline)
    },
    kill() {
      current.kill('SIGKILL')
    },
  }
}
