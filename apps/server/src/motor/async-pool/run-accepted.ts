import { type AppError, DatosNoGuardables } from '@div/contract'
import { IntentoAjeno } from '@div/engine'
import type { Job } from 'pg-boss'
import type { Logger } from 'pino'
import { isDataError, reasonOfDataError } from '../../db/is-data-error.ts'
import { keepTrying } from '../../db/keep-trying.ts'
import { writeApart } from '../../db/write-apart.ts'
import type { RunMeter } from '../metrics/run-meter.ts'
import type { Runtime } from '../runtime.ts'
import { MARGIN_SECONDS } from './accept-runs.ts'
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
    | 'prepareUnstarted'
    | 'recordUnstarted'
    | 'apartados'
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
/** As often as one of all workers looks for history that was put aside and not written. */
const ADOPT_MS = 10_000
/** How often runs are looked for that nobody has. */
const UNHELD_MS = 60_000

/** What one worker runs of the queue, until it is stopped. */
export function runAccepted({ runtime, meter, isDraining, log }: AcceptedDeps) {
  const { cola, limites, history, apartados, recordUnstarted } = runtime
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

  /** The history tells of those that it was this worker that ended; should it die first, others write what was stored with their ends. */
  async function conclude(ended: readonly Terminada[]): Promise<void> {
    const encoded = new Map(
      await Promise.all(ended.map(async ({ job, outcome }) => [job, await outcome.encode()] as const)),
    )
    const { ours, apartado } = await cola.complete(
      ended.map(({ job, outcome }) => ({ ...toFin(job, outcome), fila: encoded.get(job)?.fila ?? null })),
    )
    history.recordEncoded(
      [...encoded].flatMap(([job, each]) => (ours.has(job) ? each : [])),
      apartado,
    )
    for (const { job, outcome } of ended) if (ours.has(job)) outcome.observe()
  }

  /** What can only be ended with its reason. What is refused even so the queue gives to another, and at last gives up. */
  const end = (ended: Terminada) =>
    insist([ended], conclude, async ({ job }, cause) =>
      log.error({ err: cause, idEjecucion: job.id }, 'end of a run refused by the database'),
    )

  /**
   * Writes these, however long the database is away; of data that it refuses only their own run is told. What goes wrong through us, again
   * and again, keeps no other run waiting: the queue gives it to another worker, and at last gives it up.
   */
  async function insist<Each extends { job: Job<Trabajo> }>(
    these: readonly Each[],
    write: (these: readonly Each[]) => Promise<void>,
    refused: (each: Each, cause: unknown) => Promise<void>,
  ): Promise<void> {
    if (these.length === 0 || isGone) return
    const onRetry = (error: unknown) =>
      log.warn({ err: error, ejecuciones: these.length }, 'ends of runs not written: tried again')
    const outcomes = await writeApart(these, async (some, tries) => {
      await keepTrying(() => write(some), { onRetry, tries, isOver: () => isGone })
      return some.map(() => undefined)
    })
    for (const [index, each] of these.entries()) {
      const outcome = outcomes[index]
      if (outcome?.status !== 'rejected') continue
      if (isDataError(outcome.reason)) await refused(each, outcome.reason)
      else leave(each, outcome.reason)
    }
  }

  function leave({ job }: { job: Job<Trabajo> }, cause: unknown): void {
    log.error({ err: cause, idEjecucion: job.id }, 'end of a run not written: left to the queue')
  }

  /** Who has lost its lease works for nothing, and beside another. Whoever cancels a run is heard here at the latest. */
  async function touch(): Promise<void> {
    // Whoever cannot write down its end keeps it from nobody.
    const jobs = pump.progressing(MARGIN_SECONDS * 1_000)
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

  /** What others have stored and not written ends in the history, too. */
  const adopting = setInterval(() => {
    apartados
      .takeLate()
      .then(history.adopt)
      .catch((error: unknown) => log.warn({ err: error }, 'history that was put aside not looked for'))
  }, ADOPT_MS)
  adopting.unref()

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
      clearInterval(adopting)
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

function toFin(
  job: Job<Trabajo>,
  { estado, answer, iniciada, intento, rechazada = false }: Terminado,
): Omit<Fin, 'fila'> {
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
