import { AppError } from '@div/contract'
import type { Logger } from 'pino'
import { type ChildMessage, readStop, type Stop } from './child-messages.ts'

/** A part of the product that listens. */
export interface RunningPart {
  puerto: number
  /** Lets what is under way end, then closes everything. */
  close(stop: Stop): Promise<void>
}

/** Nobody is left who could be told. */
const AT_ONCE: Stop = { retiradaMs: 0, isReady: false }

/** By then the first plans are compiled and the catalogues read. */
const SETTLED_MS = 1_500

/** Runs a part as a process of the supervisor: tells it of the start and ends when it asks, or when it is gone. */
export async function runChild({
  start,
  log,
}: {
  start(): Promise<RunningPart>
  log: Logger
}): Promise<void> {
  // The terminal sends it to the whole group; the supervisor decides when and in which order its processes end.
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    process.exit(1)
  })
  const stop = Promise.withResolvers<Stop>()
  process.on('SIGTERM', () => stop.resolve(AT_ONCE))
  process.on('disconnect', () => stop.resolve(AT_ONCE))
  process.on('message', (message) => {
    const asked = readStop(message)
    if (asked) stop.resolve(asked)
  })
  try {
    const part = await start()
    await tell({ type: 'div:ready', puerto: part.puerto })
    setTimeout(collectStart, SETTLED_MS).unref()
    await part.close(await stop.promise)
    process.exit(0)
  } catch (error) {
    await fail(error)
  }

  async function fail(error: unknown): Promise<void> {
    const isForPeople = error instanceof AppError
    if (!isForPeople) log.fatal({ err: error }, 'process not started or not ended in order')
    const mensaje = isForPeople ? error.message : 'Error interno; el registro dice cuál.'
    await tell({ type: 'div:failed', mensaje })
    process.exit(1)
  }
}

/** What starting left behind is a quarter of an idle process, and V8 looks for it only once calls have filled as much again. */
function collectStart(): void {
  // The usual kind marks only what it must and keeps the pages; this one also drops code that ran once.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Resolves when it has left, also when there is nobody to read it any more. */
function tell(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected && process.send) process.send(message, undefined, {}, () => resolve())
    else resolve()
  })
}
