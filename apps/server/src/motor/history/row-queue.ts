import { type Limits, monotonicNow } from '@div/contract'
import type { Logger } from 'pino'
import { isDataError } from '../../db/is-data-error.ts'
import { sqlStateOf } from '../../db/sql-state.ts'
import { readMoment } from './copy-row.ts'
import type { RunWriter } from './run-writer.ts'

const BATCH_ROWS = 500
const BATCH_MS = 200
const MAX_RETRY_MS = 5_000

interface RowQueueDeps {
  writer: Pick<RunWriter, 'write'>
  limits: Pick<Limits, 'historialPendiente' | 'historialPendienteBytes'>
  /** Makes the days in which these moments fall. */
  makeDays(instants: readonly number[]): Promise<void>
  /** Told of rows that are written, or that nobody could write. Never rejects. */
  onSettled(rows: readonly Buffer[]): Promise<void>
  /** Told of rows that there is no room for any more. */
  onDropped(rows: readonly Buffer[]): void
  log: Logger
}

/** Rows of the history on their way to the database: one statement for up to 500 of them, one statement at a time. */
export function createRowQueue({ writer, limits, makeDays, onSettled, onDropped, log }: RowQueueDeps) {
  let pending: Buffer[] = []
  let pendingBytes = 0
  let writing: Promise<void> | undefined
  /** Rows of the statement under way. */
  let inFlight = 0
  let written = 0
  let dropped = 0
  /** Of the rows that waited, those that wait no more. */
  let settled = 0
  /** Resolves with the statement under way, or with the next one. */
  let statement = Promise.withResolvers<void>()
  let retryMs = 0
  let timer: NodeJS.Timeout | undefined
  let closing = false
  let closed = false

  function schedule(delayMs: number) {
    if (timer || writing || closed) return
    timer = setTimeout(() => {
      timer = undefined
      void drain()
    }, delayMs)
  }

  /** Writes until nothing waits or the database refuses. One at a time: later callers share it. */
  function drain(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeBatches().finally(() => {
      writing = undefined
      if (pending.length > 0) schedule(retryMs || BATCH_MS)
    })
    return writing
  }

  async function writeBatches() {
    while (pending.length > 0) {
      const batch = pending.splice(0, BATCH_ROWS)
      inFlight = batch.length
      for (const row of batch) pendingBytes -= row.length
      const owed = await writeRows(batch)
      inFlight = 0
      settled += batch.length - (owed ? keep(owed) : 0)
      statement.resolve()
      statement = Promise.withResolvers()
      if (owed) return
      retryMs = 0
      // A batch that is not full waits for its 200 ms unless somebody wants it now.
      if (pending.length < BATCH_ROWS && !closing) return
    }
  }

  /** The database is away: what it has not taken waits for its return, ahead of what came later. Answers of how many that is so. */
  function keep({ rows, error }: Owed): number {
    if (retryMs === 0) log.warn({ err: error }, 'history not written; it is kept and tried again')
    retryMs = Math.min(retryMs === 0 ? BATCH_MS : retryMs * 2, MAX_RETRY_MS)
    const room = Math.max(limits.historialPendiente - pending.length, 0)
    const kept = rows.slice(0, room)
    dropped += rows.length - kept.length
    onDropped(rows.slice(room))
    pending = [...kept, ...pending]
    for (const row of kept) pendingBytes += row.length
    return kept.length
  }

  /** Null: the database took them, or refused them for good. */
  async function writeRows(rows: readonly Buffer[]): Promise<Owed | null> {
    try {
      await writeAtOnce(rows)
      written += rows.length
    } catch (error) {
      if (!isDataError(error)) return { rows, error }
      if (rows.length > 1) return writeHalves(rows)
      giveUp(error)
    }
    await onSettled(rows)
    return null
  }

  async function writeAtOnce(rows: readonly Buffer[]): Promise<void> {
    try {
      await writer.write(rows)
    } catch (error) {
      if (!isMissingPartition(error)) throw error
      await makeDays(rows.map(readMoment))
      await writer.write(rows)
    }
  }

  /** One row that the database refuses must not take its batch along. */
  async function writeHalves(rows: readonly Buffer[]): Promise<Owed | null> {
    const half = Math.ceil(rows.length / 2)
    const owed = await writeRows(rows.slice(0, half))
    if (owed) return { ...owed, rows: [...owed.rows, ...rows.slice(half)] }
    return writeRows(rows.slice(half))
  }

  function giveUp(error: unknown) {
    // Written before, although the connection broke before it said so, or by whoever took over what was put aside.
    if (isDuplicate(error)) {
      written++
      return
    }
    dropped++
    log.error({ err: error }, 'a run could not be written to the history')
  }

  /** What waits now: what comes meanwhile may never end. */
  async function flush() {
    const all = settled + inFlight + pending.length
    while (settled < all) {
      const before = settled
      // The drain goes on for as long as whole batches come.
      await Promise.race([drain(), statement.promise])
      // No progress: the database is away, and the rows wait for it.
      if (settled === before) return
    }
  }

  return {
    /** `begin` writes them soon. */
    push(row: Buffer): void {
      pending.push(row)
      pendingBytes += row.length
    },

    begin(): void {
      if (retryMs > 0) schedule(retryMs)
      else if (pending.length >= BATCH_ROWS) void drain()
      else schedule(BATCH_MS)
    },

    /** `more`: that are to be pushed soon. */
    isFull: (more: number): boolean =>
      more + pending.length >= limits.historialPendiente || pendingBytes >= limits.historialPendienteBytes,

    flush,

    /** Tries to write all, for so long; then nothing is written any more. */
    async close(ms: number): Promise<void> {
      closing = true
      clearTimeout(timer)
      timer = undefined
      const deadline = monotonicNow() + ms
      await flush()
      while (pending.length > 0 && monotonicNow() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, BATCH_MS))
        await flush()
      }
    },

    stop(): void {
      closed = true
      clearTimeout(timer)
    },

    counters: () => ({ pendientes: pending.length + inFlight, escritas: written, descartadas: dropped }),
  }
}

/** Rows that the database has not taken, because it is away. */
interface Owed {
  rows: readonly Buffer[]
  error: unknown
}

/** 23514 is a violated check; without a partition PostgreSQL answers with it too. */
function isMissingPartition(error: unknown): boolean {
  return sqlStateOf(error) === '23514'
}

function isDuplicate(error: unknown): boolean {
  return sqlStateOf(error) === '23505'
}
