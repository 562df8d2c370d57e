import { type AppError, DatosNoGuardables } from '@div/contract'
import { IntentoAjeno } from '@div/engine'
import type { Job } from 'pg-boss'
import type { Logger } from 'pino'
import { isDataError, reasonOfDataError } from '../../db/is-data-error.ts'
import type { RunMeter } from '../metrics/run-meter.ts'
import type { Runtime } from '../runtime.ts'
import { MARGIN_SECONDS } from './cola.ts'
import type { Fin } from './end-runs.ts'
import { startPump } from './pump.ts'
import { createTrabajoRunner, type Dormido, type Terminado } from './run-trabajo.ts'
import type { Trabajo } from './trabajo.ts'

export interface AcceptedDeps {
  runtime: Pick<
    Runtime,
    | 'beginTraza'
    | 'cola'
    | 'definitions'
    | 'durables'
    | 'history'
    | 'trazas'
    | 'enCurso'
    | 'enVivo'
    | 'compile'
    | 'ports'
    | 'limites'
    | 'readScope'
    | 'recordUnstarted'
    | 'undoesCancelled'
  >
  meter: Pick<RunMeter, 'forRoute'>
  /** Nothing more is taken while it is so. */
  isDraining(): boolean
  log: Logger
}

/** Often enough that a lost look or two take nothing from a worker that lives. */
const TOUCH_MS = 3_000
/** As often as one of all workers looks for the lost. */
const RECORD_MS = 2_000
/** How often runs are looked for that nobody has. */
const UNHELD_MS = 60_000
/** A database that is away is asked again. */
const RETRY_MS = 500

/** What one worker runs of the queue, until it is stopped. */
export function runAccepted({ runtime, meter, isDraining, log }: AcceptedDeps) {
  const { cola, limites, recordUnstarted } = runtime
  const runTrabajo = createTrabajoRunner({ runtime, meter, log })
  const aborts = new Map<Job<Trabajo>, AbortController>()
  let isGone = false

  const pump = startPump<Job<Trabajo>, Terminado | Dormido | null>({
    most: () => (isDraining() ? 0 : limites().ejecucionesAsincronas),
    fetch: cola.fetch,
    giveBack: cola.giveBack,
    async run(job) {
      const abort = new AbortController()
      aborts.set(job, abort)
      const { id: idEjecucion, data: trabajo, retryCount: perdidas, expireInSeconds } = job
      const toma = { idEjecucion, trabajo, perdidas, venceEnMs: (expireInSeconds - MARGIN_SECONDS) * 1_000 }
      const terminado = await runTrabajo(toma, abort)
      aborts.delete(job)
      return terminado
    },
    async settle(ended) {
      const dormidas = ended.flatMap(({ job, outcome }) =>
        outcome && 'esperas' in outcome ? { job, outcome } : [],
      )
      const answered = ended.flatMap(({ job, outcome }) =>
        outcome && 'answer' in outcome ? { job, outcome } : [],
      )
      await insist(dormidas, layDown, ({ job, outcome }, cause) =>
        end({ job, outcome: outcome.failing(refusedBy(cause, 'aquello que la ejecución espera')) }),
      )
      await insist(answered, conclude, ({ job, outcome }, cause) =>
        end({ job, outcome: outcome.failing(refusedBy(cause, 'la respuesta de la ejecución')) }),
      )
    },
    onError: (error) => log.warn({ err: error }, 'queue not read'),
  })
  cola.onAccepted(pump.wake)

  const layDown = (ended: readonly Dormida[]) =>
    cola.sleep(ended.map(({ job, outcome: { esperas, intento } }) => ({ job, esperas, intento })))

  /** The history tells of those that it was this worker that ended. */
  async function conclude(ended: readonly Terminada[]): Promise<void> {
    const kept = await cola.complete(ended.map(({ job, outcome }) => toFin(job, outcome)))
    for (const { job, outcome } of ended) if (kept.has(job)) await outcome.record()
  }

  /** What can only be ended with its reason. What is refused even so the queue gives to another, and at last gives up. */
  const end = (ended: Terminada) =>
    insist([ended], conclude, async ({ job }, cause) =>
      log.error({ err: cause, idEjecucion: job.id }, 'end of a run refused by the database'),
    )

  /** Writes these, however long the database is away; of data that it refuses only their own run is told. */
  async function insist<Each>(
    these: readonly Each[],
    write: (these: readonly Each[]) => Promise<void>,
    refused: (each: Each, cause: unknown) => Promise<void>,
  ): Promise<void> {
    const [first] = these
    if (first === undefined) return
    while (!isGone) {
      try {
        return await write(these)
      } catch (error) {
        if (isDataError(error)) {
          if (these.length === 1) return refused(first, error)
          const half = Math.ceil(these.length / 2)
          await insist(these.slice(0, half), write, refused)
          return insist(these.slice(half), write, refused)
        }
        log.warn({ err: error, ejecuciones: these.length }, 'ends of runs not written: tried again')
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  /** Who has lost its lease works for nothing, and beside another. Whoever cancels a run is heard here at the latest. */
  async function touch(): Promise<void> {
    const jobs = pump.active()
    if (jobs.length === 0) return
    for (const job of await cola.touch(jobs)) aborts.get(job)?.abort(new IntentoAjeno())
    const cancelled = await cola.listCancelled(jobs.map(({ id }) => id))
    for (const job of jobs) {
      // Of one that was cancelled before it came here what it did is being undone.
      if (cancelled.has(job.id) && !job.data.cancelada) aborts.get(job)?.abort()
    }
  }
  const touching = setInterval(() => {
    touch().catch((error: unknown) => log.warn({ err: error }, 'queue not told that runs go on'))
  }, TOUCH_MS)
  touching.unref()

  /** What was given up ends in the history, too. */
  let isRecording = false
  const recording = setInterval(() => {
    // One at a time: each holds a connection.
    if (isRecording) return
    isRecording = true
    cola.perdidas
      .record()
      .catch((error: unknown) => log.warn({ err: error }, 'lost runs not written'))
      .finally(() => {
        isRecording = false
      })
  }, RECORD_MS)
  recording.unref()

  /** What nobody has is ended with its reason rather than shown as running for ever. */
  async function endUnheld(): Promise<void> {
    await cola.endUnheld((idEjecucion, trabajo, error) =>
      recordUnstarted({ idEjecucion, trabajo, estado: 'error', error }),
    )
  }
  const ending = setInterval(() => {
    endUnheld().catch((error: unknown) => log.warn({ err: error }, 'runs that nobody has not looked for'))
  }, UNHELD_MS)
  ending.unref()

  return {
    /** Runs of the queue under way. */
    active: () => pump.active().length,
    /** Takes no more. Resolves when what runs has ended, or after so long: then another worker has it. */
    async stop(waitMs: number): Promise<void> {
      await Promise.race([pump.stop(), new Promise((resolve) => setTimeout(resolve, waitMs).unref())])
      isGone = true
      clearInterval(touching)
      clearInterval(recording)
      clearInterval(ending)
    },
  }
}

/** Runs that a worker has run as far as they go now. */
interface Dormida {
  job: Job<Trabajo>
  outcome: Dormido
}
interface Terminada {
  job: Job<Trabajo>
  outcome: Terminado
}

function refusedBy(cause: unknown, que: string): AppError {
  return new DatosNoGuardables({ que, motivo: reasonOfDataError(cause) }, { cause })
}

function toFin(job: Job<Trabajo>, { estado, answer, iniciada, intento, rechazada = false }: Terminado): Fin {
  return {
    job,
    intento,
    rechazada,
    respuesta: {
      id: job.id,
      canalId: job.data.canalId,
      estado,
      estadoHttp: answer.status,
      tipoContenido: answer.contentType,
      cabeceras: answer.headers,
      cuerpo: Buffer.from(answer.payload),
      iniciada,
      terminada: new Date(),
    },
  }
}
