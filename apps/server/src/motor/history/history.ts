import { type Limits, monotonicNow, type SecretosDeEjecucion, wallShift } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { readAjustes } from '../../ajustes/ajustes-repository.ts'
import { isDataError } from '../../db/is-data-error.ts'
import { sqlStateOf } from '../../db/sql-state.ts'
import type { Database } from '../../db/tables.ts'
import { waitAtMost } from '../../db/wait-at-most.ts'
import { readMoment } from './copy-row.ts'
import { addHoras } from './horas-repository.ts'
import { HourlyCounts } from './hourly-counts.ts'
import { normalizeField } from './mascaras.ts'
import { maintainPartitions } from './partitions.ts'
import type { RunRecord } from './run-record.ts'
import { encodeOutline, encodeRun, makeReadable } from './run-row.ts'
import { createRunWriter } from './run-writer.ts'
import { createSampler } from './sample.ts'
import type { SecretScope } from './secret-scope.ts'
import type { TrazasVivas } from './trazas-vivas.ts'

const BATCH_ROWS = 500
const BATCH_MS = 200
const MAX_RETRY_MS = 5_000
/** At the end rows that the database does not take are lost after this. */
const CLOSE_MS = 10_000
/** Lists show what was counted so long ago, at most. */
const COUNTS_MS = 1_000
const MAINTAIN_MS = 3_600_000

export interface HistoryDeps {
  db: Kysely<Database>
  databaseUrl: string
  limits: Pick<
    Limits,
    | 'muestraEntrada'
    | 'iteracionesDetalladas'
    | 'historialPendiente'
    | 'historialPendienteBytes'
    | 'historialDias'
    | 'historialEsperaMs'
    | 'ejecucionLentaMs'
  >
  trazas: Pick<TrazasVivas, 'tamanos' | 'mascaras' | 'maxBytes'>
  log: Logger
  /** Name of this process, written with every run. */
  nodoMotor: string
  /** What a run's moments lack to be epoch milliseconds. */
  shift?: () => number
  /** Told of every run that is kept, once its caller has been answered. */
  exportRun?: ((run: RunRecord, shiftMs: number) => void) | undefined
}

export interface History {
  /** Takes a finished run; it is written within 200 ms. Never throws: what does not fit is dropped and counted. */
  record(run: RunRecord): void
  /** What a span of a run with these secrets may hold of a value (`RunPorts.sample`). */
  hold(value: unknown, secretos: SecretosDeEjecucion): unknown
  /** A value as it would be kept of a run with these secrets. */
  clean(value: unknown, secretos: SecretScope): unknown
  /** The same, whole. */
  mask(value: unknown, secretos: SecretScope): unknown
  /** An admin has chosen that nothing is kept of fields of this name. */
  hidesField(name: string): boolean
  /** Resolves when what was recorded before has been written or given up. */
  flush(): Promise<void>
  /** What was decided of traces has changed. */
  follow(): void
  /** Makes and drops the days of the history as the settings say now. */
  maintain(): Promise<void>
  close(): Promise<void>
  /** `sinDatos`: of those written, how many only tell when, how long and how they ended. */
  counters(): { pendientes: number; escritas: number; descartadas: number; sinDatos: number }
}

/** Group commit of runs: one statement for up to 500 of them, one statement at a time. */
export function createHistory({
  db,
  databaseUrl,
  limits,
  trazas,
  log,
  nodoMotor,
  shift = wallShift,
  exportRun,
}: HistoryDeps): History {
  let encoders = makeEncoders()
  const writer = createRunWriter(databaseUrl, { silenceMs: limits.historialEsperaMs })
  const counts = new HourlyCounts()
  let counting: Promise<void> | undefined
  let fresh: RunRecord[] = []
  let pending: Buffer[] = []
  let pendingBytes = 0
  let writing: Promise<void> | undefined
  /** Rows of the statement under way. */
  let inFlight = 0
  let written = 0
  let dropped = 0
  let withoutData = 0
  let retryMs = 0
  let timer: NodeJS.Timeout | undefined
  let closing = false
  let closed = false

  /** Samplers know names and patterns that are hidden: others of them make another one. */
  function makeEncoders() {
    const { muestraBytes, muestraElementos, historialEjecucionBytes, historialDatosPorSegundo } =
      trazas.tamanos()
    const mascaras = trazas.mascaras()
    return {
      whole: createSampler({ maxChars: Number.POSITIVE_INFINITY, mascaras }),
      sampler: createSampler({ maxChars: muestraBytes, maxItems: muestraElementos, mascaras }),
      mascaras,
      nodoMotor,
      maxChars: historialEjecucionBytes,
      maxConDatos: historialDatosPorSegundo,
      maxIteraciones: limits.iteracionesDetalladas,
      maxEntrada: limits.muestraEntrada,
    }
  }

  /** What an admin chose is read each time: it holds from now on. */
  async function maintain(instants: readonly number[] = []) {
    const { historialDias } = await readAjustes(db)
    const days = historialDias ?? limits.historialDias
    await maintainPartitions(db, { days, maxBytes: trazas.maxBytes(), instants })
  }
  const maintenance = setInterval(() => {
    maintain().catch((error: unknown) => log.warn({ err: error }, 'history partitions not maintained'))
  }, MAINTAIN_MS)
  maintenance.unref()
  const counter = setInterval(() => {
    void writeCounts()
  }, COUNTS_MS)
  counter.unref()

  /** What the database does not take now is added to what comes next. */
  function writeCounts(): Promise<void> {
    counting ??= (async () => {
      const taken = counts.take()
      try {
        await addHoras(db, taken)
      } catch (error) {
        counts.giveBack(taken)
        log.debug({ err: error }, 'counts of runs not written')
      }
    })().finally(() => {
      counting = undefined
    })
    return counting
  }

  /** Runs of this turn of the event loop are written down when their callers have been answered. */
  function encodeFresh() {
    const runs = fresh
    fresh = []
    const shiftMs = shift()
    for (const run of runs) encode(run, shiftMs)
    if (runs.length === 0) return
    if (retryMs > 0) schedule(retryMs)
    else if (pending.length >= BATCH_ROWS) void drain()
    else schedule(BATCH_MS)
  }

  function encode(run: RunRecord, shiftMs: number) {
    try {
      counts.add(run, run.inicio + shiftMs)
      if (!run.traza.keeps(run.estado)) return
      const row = isWhole(run)
        ? encodeRun(run, { ...encoders, shiftMs })
        : encodeOutline(run, { ...encoders, shiftMs })
      exportRun?.(run, shiftMs)
      pending.push(row)
      pendingBytes += row.length
    } catch (error) {
      // A run that cannot be written down takes no other along, and not the process.
      dropped++
      log.error({ err: error, idEjecucion: run.id }, 'a run could not be written down for the history')
    }
  }

  /** Of thousands of runs a second that went well, nobody looks at the data of each: writing them would cost more than most runs do. */
  function isWhole({ estado, duracionMs, inicio, traza }: RunRecord): boolean {
    if (estado !== 'ok' || duracionMs >= limits.ejecucionLentaMs) return true
    const second = Math.floor((inicio + duracionMs) / 1_000)
    const isKept = traza.keepsData(second, encoders.maxConDatos)
    if (!isKept) withoutData++
    return isKept
  }

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
      if (owed) {
        keep(owed)
        return
      }
      retryMs = 0
      // A batch that is not full waits for its 200 ms unless somebody wants it now.
      if (pending.length < BATCH_ROWS && !closing) return
    }
  }

  /** The database is away: what it has not taken waits for its return, ahead of what came later. */
  function keep({ rows, error }: Owed) {
    if (retryMs === 0) log.warn({ err: error }, 'history not written; it is kept and tried again')
    retryMs = Math.min(retryMs === 0 ? BATCH_MS : retryMs * 2, MAX_RETRY_MS)
    const room = Math.max(limits.historialPendiente - pending.length, 0)
    dropped += Math.max(rows.length - room, 0)
    pending = [...rows.slice(0, room), ...pending]
    for (const row of rows.slice(0, room)) pendingBytes += row.length
  }

  /** Null: the database took them, or refused them for good. */
  async function writeRows(rows: readonly Buffer[]): Promise<Owed | null> {
    try {
      await writeAtOnce(rows)
      written += rows.length
      return null
    } catch (error) {
      if (!isDataError(error)) return { rows, error }
      if (rows.length > 1) return writeHalves(rows)
      giveUp(error)
      return null
    }
  }

  async function writeAtOnce(rows: readonly Buffer[]): Promise<void> {
    try {
      await writer.write(rows)
    } catch (error) {
      if (!isMissingPartition(error)) throw error
      await maintain(rows.map(readMoment))
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
    // Written before, although the connection broke before it said so.
    if (isDuplicate(error)) {
      written++
      return
    }
    dropped++
    log.error({ err: error }, 'a run could not be written to the history')
  }

  async function flushRows() {
    while (pending.length > 0 || writing) {
      const before = written + dropped
      await drain()
      // No progress: the database is away, and the rows wait for it.
      if (written + dropped === before && pending.length > 0) return
    }
  }

  async function flushCounts() {
    await counting
    await writeCounts()
  }

  async function writeRest() {
    const deadline = monotonicNow() + CLOSE_MS
    await flushRows()
    while (pending.length > 0 && monotonicNow() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, BATCH_MS))
      await flushRows()
    }
    await waitAtMost(limits.historialEsperaMs, flushCounts())
  }

  return {
    record(run) {
      const waiting = fresh.length + pending.length
      if (waiting >= limits.historialPendiente || pendingBytes >= limits.historialPendienteBytes) dropped++
      else if (fresh.push(run) === 1) setImmediate(encodeFresh)
    },
    hold: (value, secretos) => encoders.sampler.hold(value, secretos),
    clean: (value, secretos) => JSON.parse(makeReadable(encoders.sampler.begin(secretos)(value))),
    mask: (value, secretos) => JSON.parse(encoders.whole.begin(secretos)(value)),
    hidesField: (name) => encoders.mascaras.hidesField(normalizeField(name)),
    follow() {
      encoders = makeEncoders()
    },
    maintain: () => maintain(),
    async flush() {
      encodeFresh()
      await flushRows()
      await flushCounts()
    },
    async close() {
      closing = true
      encodeFresh()
      clearInterval(maintenance)
      clearInterval(counter)
      clearTimeout(timer)
      timer = undefined
      await waitAtMost(CLOSE_MS, writeRest())
      closed = true
      clearTimeout(timer)
      await writer.close()
      const pendientes = pending.length + inFlight
      if (pendientes > 0) log.error({ pendientes }, 'history lost at the end: no database')
    },
    counters: () => ({
      pendientes: fresh.length + pending.length + inFlight,
      escritas: written,
      descartadas: dropped,
      sinDatos: withoutData,
    }),
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
