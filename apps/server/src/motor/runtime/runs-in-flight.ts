import { Chain, type Linked, monotonicNow, wallShift } from '@div/contract'
import type { RunInput, RunResult, Watched } from '@div/engine'
import type { RunRecord } from '../history/run-record.ts'
import type { Keyed } from '../history/run-row.ts'
import type { SecretScope } from '../history/secret-scope.ts'

/** A run that waits for something. */
type RunInFlight = Pick<RunRecord, 'id' | 'inicio' | 'procesoId' | 'version' | 'canalId' | 'origen'>

/** As its process tells of it. */
export interface ToldRun extends RunInFlight {
  /** Absent: by a process of an earlier version. */
  claveNegocio?: string | null
}

/** Shorter ones end before anybody could read of them. */
const WORTH_TELLING_MS = 1_000
const MAX_TOLD = 50

export interface RunsInFlight {
  /** Takes a run in until it has ended. A run that ends in the turn in which it began is never in flight. */
  track(run: RunInFlight, going: Going): void
  /** False: it is not in flight in this process. */
  cancel(id: string): boolean
  /** Undefined: it is not in flight in this process, or began in this turn. */
  find(id: string): RunInFlight | undefined
  /** What can be seen of it from now on. Undefined: as above. */
  look(id: string): { watch(): Watched; ended: Promise<RunResult> } | undefined
  /** The ones that have taken longest, oldest first, no more than an operator can look at, and begun at epoch milliseconds. */
  list(now?: number): ToldRun[]
}

/** What keeps a run going. */
interface Going {
  input: Pick<RunInput, 'corriendo' | 'entrada'> & { secretos: SecretScope }
  plan: Keyed['plan']
  abort: Pick<AbortController, 'abort'>
  ended: Promise<RunResult>
}

interface Tracked extends Linked<Tracked> {
  run: RunInFlight
  going: Going
}

/** What this process is running now. */
export function createRunsInFlight({
  claveOf,
}: {
  /** As it may be told. */
  claveOf(run: Keyed): string | null
}): RunsInFlight {
  // Looked through for the few that are asked for: what is tracked with each call should cost it as little as can be.
  const runs = new Chain<Tracked>()
  const find = (id: string) => runs[Symbol.iterator]().find(({ run }) => run.id === id)
  return {
    track(run, going) {
      const tracked: Tracked = { run, going, earlier: null, later: null }
      runs.add(tracked)
      const forget = () => runs.delete(tracked)
      going.ended.then(forget, forget)
    },
    cancel(id) {
      const found = find(id)
      found?.going.abort.abort()
      return found !== undefined
    },
    find: (id) => find(id)?.run,
    look(id) {
      const { input, ended } = find(id)?.going ?? {}
      const { corriendo } = input ?? {}
      return corriendo && ended && { watch: () => corriendo.watch(), ended }
    },
    list(now = monotonicNow()) {
      const shiftMs = wallShift()
      const told: ToldRun[] = []
      // In the order in which they began.
      for (const { run, going } of runs) {
        if (now - run.inicio < WORTH_TELLING_MS || told.length === MAX_TOLD) break
        const { plan, input } = going
        const claveNegocio = claveOf({ plan, entrada: input.entrada, secretos: input.secretos })
        told.push({ ...run, inicio: run.inicio + shiftMs, claveNegocio })
      }
      return told
    },
  }
}
