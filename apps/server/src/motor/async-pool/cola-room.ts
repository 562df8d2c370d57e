import { ColaLlena, type Limits } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/tables.ts'
import { EJECUCIONES } from './boss.ts'

/** How old the number of waiting runs may be, by which further ones are refused. */
const COUNT_EVERY_MS = 1_000
/** Whoever is refused may come back then. */
export const RETRY_SECONDS = 1

interface RoomDeps {
  db: Kysely<Database>
  /** In force now. */
  limits(): Pick<Limits, 'colaEjecuciones'>
  log: Pick<Logger, 'warn'>
}

export type ColaRoom = ReturnType<typeof createColaRoom>

/** How many runs may wait, and how many do. */
export function createColaRoom({ db, limits, log }: RoomDeps) {
  let waiting = 0
  let countedAt = Number.NEGATIVE_INFINITY
  let counting: Promise<void> = Promise.resolve()
  /** Counted now and then, and off the path of whoever is being accepted. */
  function countWaiting(): void {
    const now = performance.now()
    if (now - countedAt < COUNT_EVERY_MS) return
    countedAt = now
    counting = sql<{ waiting: number }>`
      select count(*)::int as waiting from (
        select from cola.job where name = ${EJECUCIONES} and state < 'active' limit ${limits().colaEjecuciones}
      ) as counted`
      .execute(db)
      .then(({ rows }) => {
        waiting = rows[0]?.waiting ?? 0
      })
      .catch((error: unknown) => log.warn({ err: error }, 'queue not counted'))
  }

  /** Being stored just now. */
  let entering = 0
  const isFull = () => waiting + entering >= limits().colaEjecuciones

  async function hasRoom(): Promise<boolean> {
    countWaiting()
    // What was counted last may be long over.
    if (isFull()) await counting
    return !isFull()
  }

  const colaLlena = () =>
    new ColaLlena({ segundos: RETRY_SECONDS }, { extra: { reintentarEnSegundos: RETRY_SECONDS } })

  /** Throws ColaLlena. */
  async function expectRoom(): Promise<void> {
    if (!(await hasRoom())) throw colaLlena()
  }

  /** Takes a place for as long as `write` takes. Throws ColaLlena. */
  async function enter(write: () => Promise<void>): Promise<void> {
    await hasRoom()
    // With nothing awaited in between, so that of a crowd each sees those before.
    if (isFull()) throw colaLlena()
    entering++
    try {
      await write()
    } finally {
      entering--
    }
  }

  return {
    hasRoom,
    expectRoom,
    enter,
    /** That so many more wait. */
    add(count: number): void {
      waiting += count
    },
  }
}
