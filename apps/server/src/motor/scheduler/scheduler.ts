import type { Logger } from 'pino'
import { waitAtMost } from '../../db/wait-at-most.ts'
import { type FireDeps, fireTareas } from './fire-tareas.ts'
import { type GiveWayDeps, giveWay } from './give-way.ts'

export interface SchedulerDeps extends FireDeps, GiveWayDeps {
  log: Logger
}

/** A firing is late by as much at most, and by what a tick takes. */
const TICK_MS = 1_000
/** At the end a database that says nothing is waited for no longer. */
const FAREWELL_MS = 1_000

/** Looks every second for tareas that are due, until it is stopped. Every worker has one: whoever comes first fires. */
export function startScheduler({ cancelRun, log, ...deps }: SchedulerDeps) {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let ticking: Promise<void> = Promise.resolve()
  let telling: Promise<void> | null = null

  /** Whoever is to be cancelled is waited for: no firing is. */
  function tell(): void {
    telling ??= giveWay({ db: deps.db, cancelRun, log })
      .catch((error: unknown) => log.warn({ err: error }, 'runs of tareas not cancelled'))
      .finally(() => {
        telling = null
      })
  }

  async function tick(): Promise<void> {
    try {
      for (let more = true; more && !isStopped; ) {
        more = (await fireTareas(deps)).more
        tell()
      }
    } catch (error) {
      // A database that is away: the firings wait in it, and their tareas say what becomes of late ones.
      log.warn({ err: error }, 'tareas not looked at')
    }
  }

  function schedule(): void {
    if (isStopped) return
    // With the second, so that a firing is not late by where the ticks happen to fall.
    timer = setTimeout(
      () => {
        ticking = tick().then(schedule)
      },
      TICK_MS - (Date.now() % TICK_MS),
    )
    timer.unref()
  }
  schedule()

  return {
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      // What it was storing is stored whole or not at all.
      await waitAtMost(FAREWELL_MS, Promise.all([ticking, telling]))
    },
  }
}
