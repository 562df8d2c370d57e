import { EjecucionDormida, type RunResult, type Watched } from '@div/engine'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Listener } from '../../db/listener.ts'
import type { Database } from '../../db/tables.ts'
import { type EnVivo, nameTemaOfRun } from './en-vivo.ts'
import { type RunWatch, watchRun } from './watch-run.ts'

const CHANNEL = 'div_seguir'
/** Whoever looks at a run asks again and again: the process that has it may be another one by then, or may not have begun. */
const ASK_EVERY_MS = 1_000
/** A process that was not asked for so long tells no more. */
const FORGET_MS = 10_000

/** A run under way in this process. */
export interface RunningHere {
  watch(): Watched
  ended: Promise<unknown>
}

/** Runs that nobody had asked for when they began, and somebody looks at now. */
export interface AskedRuns {
  /** Whichever process has the run tells of it for a while. */
  ask(idEjecucion: string): Promise<void>
  /** The same until it is ended by what is answered. */
  keepAsking(idEjecucion: string): () => void
  close(): void
}

/** Every process is asked; the one that has the run tells of it as of one that is watched from its beginning. */
export function createAskedRuns({
  db,
  listener,
  find,
  enVivo,
  log,
}: {
  db: Kysely<Database>
  listener: Pick<Listener, 'on'>
  find(idEjecucion: string): RunningHere | undefined
  enVivo: Pick<EnVivo, 'publish' | 'lastSeq'>
  log: Logger
}): AskedRuns {
  const told = new Map<string, { watch: RunWatch; askedAt: number }>()

  function begin(id: string, { watch: look, ended }: RunningHere): void {
    const watch = watchRun({ tema: nameTemaOfRun(id), goesOn: true, watched: look(), enVivo, log })
    told.set(id, { watch, askedAt: performance.now() })
    watch.begin(id)
    const end = (result: unknown) => {
      if (told.delete(id) && isResult(result)) watch.end({ ...result, estado: estadoOf(result) })
    }
    ended.then(end, end)
  }

  listener.on(CHANNEL, {
    hear(id) {
      const known = told.get(id)
      if (known) known.askedAt = performance.now()
      else {
        const running = find(id)
        if (running) begin(id, running)
      }
    },
  })

  const forgetting = setInterval(() => {
    for (const [id, { watch, askedAt }] of told) {
      if (performance.now() - askedAt < FORGET_MS) continue
      told.delete(id)
      watch.stop()
    }
  }, FORGET_MS)
  forgetting.unref()

  async function ask(id: string): Promise<void> {
    await sql`select pg_notify(${CHANNEL}, ${id})`.execute(db)
  }

  return {
    ask,
    keepAsking(id) {
      const tryAsk = () => {
        ask(id).catch((error: unknown) => log.debug({ err: error, id }, 'a run was not asked for'))
      }
      const timer = setInterval(tryAsk, ASK_EVERY_MS)
      timer.unref()
      tryAsk()
      return () => clearInterval(timer)
    },
    close() {
      clearInterval(forgetting)
      for (const { watch } of told.values()) watch.stop()
    },
  }
}

/** What waits for a time or a person has not come to its end. */
function estadoOf({ causa, estado }: RunResult): RunResult['estado'] | 'esperando' {
  return causa instanceof EjecucionDormida ? 'esperando' : estado
}

function isResult(result: unknown): result is RunResult {
  return typeof result === 'object' && result !== null && 'estado' in result && 'duracionMs' in result
}
