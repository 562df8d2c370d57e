import { fork } from 'node:child_process'
import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import type { Config } from '../config.ts'
import { answerMetricsRequests } from '../motor/metrics/cluster-metrics.ts'
import { createRollingRestart } from './rolling-restart.ts'
import { type SupervisedChild, superviseChild } from './supervise-child.ts'

type PartName = 'api' | 'motor'

/** The ports that the parts that run here listen on. */
export type Puertos = Partial<Record<PartName, number>>

export interface Parts {
  /** When all of them listen. Rejects with PartNotStarted. */
  ready: Promise<{ puertos: Puertos }>
  /** Starts the motor workers anew, one after the other; no call notices. */
  restartWorkers(): void
  stop(): Promise<void>
  kill(): void
}

/** Of each process, for what blocks. Names may take half of them: eight may hang before others have to wait. */
const THREADS = '16'
/** Of glibc, in which its memory lies: one for each of those threads keeps what one of them once used. */
const ARENAS = '2'

/** Lets a process that has started give back what starting took (`runChild`). */
const COLLECTABLE = '--expose-gc'

/**
 * V8 puts objects whose kind has lived for long among the old ones at once. What belongs to a call that waits for a database does so now
 * and then under load; among the old it would keep whatever it points to, all of the call, until the whole heap is collected.
 * And a worker collects what is new by itself: there is one for each core, and helpers would have to wait for a core that another worker or its
 * database fills.
 */
const MOTOR_FLAGS = [COLLECTABLE, '--no-allocation-site-pretenuring', '--no-parallel-scavenge']

/**
 * Of the administration, which nobody calls a thousand times a second: megabytes for what is new, which it would have 16 of, twice, because of
 * all that it loads at its start. The motor would pay for so few with a fifth to a half of its CPU.
 */
const API_FLAGS = [COLLECTABLE, '--max-semi-space-size=4']

/** Starts the processes of this role: one api, and as many motor workers as wanted, which share one port. */
export function launchParts({
  config,
  log,
  main,
  databaseUrl,
}: {
  config: Config
  log: Logger
  main: string
  databaseUrl: string
}): Parts {
  const changes = {
    DIV_DATABASE_URL: databaseUrl,
    UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? THREADS,
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? ARENAS,
  }
  const env = { ...process.env, ...changes }
  /** A node that is started again is another one: what was asked of it is over. */
  const nodo = uuid()
  const api: SupervisedChild[] = []
  const motores: SupervisedChild[] = []
  const restart = createRollingRestart({ workers: motores, log })
  const onRestartAsked = restart.reach
  if (config.role !== 'motor') {
    const execArgv = [...process.execArgv, ...API_FLAGS]
    const start = () => fork(main, ['api' satisfies PartName, nodo], { env, execArgv })
    api.push(superviseChild({ name: 'api', start, log, onRestartAsked }))
  }
  if (config.role !== 'api') {
    cluster.setupPrimary({
      exec: main,
      args: ['motor' satisfies PartName, nodo],
      execArgv: [...process.execArgv, ...MOTOR_FLAGS],
    })
    answerMetricsRequests()
    const start = () => {
      const worker = cluster.fork(changes)
      // What could not be told to a worker that is dying its process tells as well; nobody else would hear it, and all of this would end.
      worker.on('error', () => {})
      return worker.process
    }
    for (let number = 1; number <= (config.workers ?? availableParallelism()); number++) {
      motores.push(superviseChild({ name: `motor ${number}`, start, log, onRestartAsked }))
    }
  }
  const all = [...api, ...motores]

  return {
    ready: Promise.all([firstPort(api), firstPort(motores)]).then(([apiPort, motorPort]) => ({
      puertos: { ...(apiPort && { api: apiPort }), ...(motorPort && { motor: motorPort }) },
    })),
    restartWorkers: restart.begin,
    async stop() {
      const { retiradaMs } = config
      await Promise.all(all.map((child) => child.stop({ retiradaMs, isReady: false })))
    },
    kill() {
      for (const child of all) child.kill()
    },
  }
}

async function firstPort(children: readonly SupervisedChild[]): Promise<number | undefined> {
  const [port] = await Promise.all(children.map(({ ready }) => ready))
  return port
}
