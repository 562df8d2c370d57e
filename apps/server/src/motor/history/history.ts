import { type Limits, type SecretosDeEjecucion, wallShift } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { readAjustes } from '../../ajustes/ajustes-repository.ts'
import type { Database } from '../../db/tables.ts'
import { waitAtMost } from '../../db/wait-at-most.ts'
import type { Apartado, Apartados } from './apartados.ts'
import { addHoras } from './horas-repository.ts'
import { HourlyCounts } from './hourly-counts.ts'
import { normalizeField } from './mascaras.ts'
import { maintainPartitions } from './partitions.ts'
import { createRowQueue } from './row-queue.ts'
import type { RunRecord } from './run-record.ts'
import { encodeOutline, encodeRun, type Keyed, makeReadable, readClave } from './run-row.ts'
import { createRunWriter } from './run-writer.ts'
import { createSampler } from './sample.ts'
import type { SecretScope } from './secret-scope.ts'
import type { TrazasVivas } from './trazas-vivas.ts'

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
  apartados: Pick<Apartados, 'follow' | 'settle' | 'leave'>
  trazas: Pick<TrazasVivas, 'tamanos' | 'mascaras' | 'maxBytes'>
  log: Logger
  /** Name of this process, written with every run. */
  nodoMotor: string
  /** What a run's moments lack to be epoch milliseconds. */
  shift?: () => number
  /** Told of every run that is kept, once its caller has been answered. */
  exportRun?: ((run: RunRecord, shiftMs: number) => void) | undefined
}

/** A run of which the history has not been told: its end may be stored together with the row. Null: nothing is kept of it. */
export interface Encoded {
  run: RunRecord
  fila: Buffer | null
}

export interface History {
  /** Takes a finished run; it is written within 200 ms. Never throws: what does not fit is dropped and counted. */
  record(run: RunRecord): void
  /** Never throws: what cannot be written down is dropped and counted. */
  encode(run: RunRecord): Encoded
  /** Takes runs that have ended, with what was put aside of them in the database. */
  recordEncoded(runs: readonly Encoded[], apartado: Apartado | null): void
  /** Writes what others have put aside. */
  adopt(apartados: readonly Apartado[]): void
  /** What a span of a run with these secrets may hold of a value (`RunPorts.sample`). */
  hold(value: unknown, secretos: SecretosDeEjecucion): unknown
  /** A value as it would be kept of a run with these secrets. */
  clean(value: unknown, secretos: SecretScope): unknown
  /** The same, whole. */
  mask(value: unknown, secretos: SecretScope): unknown
  /** The business key of a run, as it would be kept; null: it has none, or it is hidden. */
  claveOf(run: Keyed): string | null
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

/** Group commit of runs. */
export function createHistory({
  db,
  databaseUrl,
  limits,
  apartados,
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
  let dropped = 0
  let withoutData = 0
  const rows = createRowQueue({
    writer,
    limits,
    makeDays: maintain,
    onSettled: apartados.settle,
    onDropped: apartados.leave,
    log,
  })

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
    for (const run of runs) take({ run, fila: encode(run, shiftMs) }, shiftMs)
    if (runs.length > 0) rows.begin()
  }

  function encode(run: RunRecord, shiftMs: number): Buffer | null {
    try {
      if (!run.traza.keeps(run.estado)) return null
      return isWhole(run)
        ? encodeRun(run, { ...encoders, shiftMs })
        : encodeOutline(run, { ...encoders, shiftMs })
    } catch (error) {
      // A run that cannot be written down takes no other along, and not the process.
      dropped++
      log.error({ err: error, idEjecucion: run.id }, 'a run could not be written down for the history')
      return null
    }
  }

  function take({ run, fila }: Encoded, shiftMs: number) {
    counts.add(run, run.inicio + shiftMs)
    if (fila === null) return
    exportRun?.(run, shiftMs)
    rows.push(fila)
  }

  /** Of thousands of runs a second that went well, nobody looks at the data of each: writing them would cost more than most runs do. */
  function isWhole({ estado, duracionMs, inicio, traza }: RunRecord): boolean {
    if (estado !== 'ok' || duracionMs >= limits.ejecucionLentaMs) return true
    const second = Math.floor((inicio + duracionMs) / 1_000)
    const isKept = traza.keepsData(second, encoders.maxConDatos)
    if (!isKept) withoutData++
    return isKept
  }

  async function flushCounts() {
    await counting
    await writeCounts()
  }

  async function writeRest() {
    await rows.close(CLOSE_MS)
    await waitAtMost(limits.historialEsperaMs, flushCounts())
  }

  return {
    record(run) {
      if (rows.isFull(fresh.length)) dropped++
      else if (fresh.push(run) === 1) setImmediate(encodeFresh)
    },
    encode: (run) => ({ run, fila: encode(run, shift()) }),
    recordEncoded(runs, apartado) {
      if (rows.isFull(fresh.length)) {
        // What was put aside others take over.
        if (!apartado) dropped += runs.length
        return
      }
      if (apartado) apartados.follow(apartado)
      const shiftMs = shift()
      for (const each of runs) take(each, shiftMs)
      rows.begin()
    },
    adopt(taken) {
      if (rows.isFull(fresh.length)) return
      for (const apartado of taken) {
        apartados.follow(apartado)
        for (const fila of apartado.filas) rows.push(fila)
      }
      rows.begin()
    },
    hold: (value, secretos) => encoders.sampler.hold(value, secretos),
    clean: (value, secretos) => JSON.parse(makeReadable(encoders.sampler.begin(secretos)(value))),
    mask: (value, secretos) => JSON.parse(encoders.whole.begin(secretos)(value)),
    claveOf: (run) => readClave(run, encoders.mascaras),
    hidesField: (name) => encoders.mascaras.hidesField(normalizeField(name)),
    follow() {
      encoders = makeEncoders()
    },
    maintain: () => maintain(),
    async flush() {
      encodeFresh()
      await rows.flush()
      await flushCounts()
    },
    async close() {
      encodeFresh()
      clearInterval(maintenance)
      clearInterval(counter)
      await waitAtMost(CLOSE_MS, writeRest())
      rows.stop()
      await writer.close()
      const { pendientes } = rows.counters()
      if (pendientes > 0) log.error({ pendientes }, 'history lost at the end: no database')
    },
    counters() {
      const { pendientes, escritas, descartadas } = rows.counters()
      return {
        pendientes: fresh.length + pendientes,
        escritas,
        descartadas: dropped + descartadas,
        sinDatos: withoutData,
      }
    },
  }
}
