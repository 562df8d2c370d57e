import { randomUUID } from 'node:crypto'
import { waitAtMost } from '../../db/wait-at-most.ts'
import {
  claimEscuchas,
  type Oyente,
  releaseEscuchas,
  renewEscuchas,
  type TareaConEvento,
} from './escuchas-repository.ts'
import { type ListenDeps, listenTarea } from './listen-tarea.ts'

export interface EscuchasDeps extends ListenDeps {
  nodo: string
  /** Somebody else is to listen. */
  isDraining(): boolean
}

/** How long until a change of a tarea is followed. */
const LOOK_EVERY_MS = 1_000
/** Taken at a look: the next ones another worker may take. */
const TAKEN_TOGETHER = 4
/** At the end: what is being accepted is accepted whole or not at all. */
const FAREWELL_MS = 5_000

interface Oida {
  revision: number
  abort: AbortController
  ended: Promise<void>
}

/** Listens for the events of tareas, each in one worker of all, until it is stopped. */
export function startEscuchas({ nodo, isDraining, ...deps }: EscuchasDeps) {
  const oyente: Oyente = { dueno: randomUUID(), nodo }
  const oidas = new Map<string, Oida>()
  let isStopped = false

  function listen(tarea: TareaConEvento): void {
    const abort = new AbortController()
    const oida: Oida = {
      revision: tarea.revision,
      abort,
      ended: listenTarea(deps, tarea, { oyente, signal: abort.signal }).finally(() => {
        if (oidas.get(tarea.id) === oida) oidas.delete(tarea.id)
      }),
    }
    oidas.set(tarea.id, oida)
  }

  async function look(): Promise<void> {
    if (isDraining()) return farewell()
    await claimEscuchas(deps.db, oyente, TAKEN_TOGETHER)
    const tareas = await renewEscuchas(deps.db, oyente)
    const revisions = new Map(tareas.map(({ id, revision }) => [id, revision]))
    // One that ends slowly keeps no lease of another from being renewed: the next look begins it anew.
    for (const [id, { revision, abort }] of oidas) if (revisions.get(id) !== revision) abort.abort()
    if (isStopped) return
    for (const tarea of tareas) if (!oidas.has(tarea.id)) listen(tarea)
  }

  async function farewell(): Promise<void> {
    if (oidas.size === 0) return
    for (const { abort } of oidas.values()) abort.abort()
    await Promise.all([...oidas.values()].map(({ ended }) => ended))
    await releaseEscuchas(deps.db, oyente)
  }

  async function tick(): Promise<void> {
    try {
      await look()
    } catch (error) {
      // A database that is away: what is told meanwhile cannot be accepted, and is told again.
      deps.log.warn({ err: error }, 'events of tareas not looked at')
    }
  }

  let ticking: Promise<void> | null = null
  const timer = setInterval(() => {
    ticking ??= tick().finally(() => {
      ticking = null
    })
  }, LOOK_EVERY_MS)
  timer.unref()

  return {
    /** What was told and not accepted is told again, to whoever listens then. */
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(timer)
      const leaving = Promise.resolve(ticking).then(farewell)
      await waitAtMost(FAREWELL_MS, leaving)
    },
  }
}
