import {
  AppError,
  EjecucionCancelada,
  type EstadoEjecucion,
  type Limits,
  monotonicNow,
  type Respuesta,
  wallShift,
} from '@div/contract'
import {
  EjecucionDormida,
  type EsperaDeNodo,
  IntentoAjeno,
  type Plan,
  type RunInput,
  type RunResult,
  runPlan,
} from '@div/engine'
import type { Logger } from 'pino'
import { PROBLEM_TYPE, type Problem, problemOf } from '../../http/problem.ts'
import { hideDatos } from '../durables/hide-datos.ts'
import { watchRun } from '../en-vivo/watch-run.ts'
import type { Encoded } from '../history/history.ts'
import type { RunRecord } from '../history/run-record.ts'
import type { SecretScope } from '../history/secret-scope.ts'
import { TRAZA_ENTERA } from '../history/traza.ts'
import type { RunMeter } from '../metrics/run-meter.ts'
import { problemOfRun } from '../publishing/problem-of-run.ts'
import { formatAnswer } from '../publishing/rest/answer.ts'
import type { Answer } from '../publishing/send.ts'
import type { Runtime } from '../runtime.ts'
import { createTaker, type Durable, type Taken, type Toma } from './take-trabajo.ts'
import type { Trabajo } from './trabajo.ts'

/** How an accepted run ended, and what its caller gets for it. */
export interface Terminado {
  estado: Extract<EstadoEjecucion, 'ok' | 'error' | 'cancelada'>
  answer: Answer
  iniciada: Date
  /** Of a durable run: the number of this attempt. */
  intento: number | null
  /** It was ended before this attempt had a number, whatever earlier ones did. */
  rechazada?: boolean
  /** What the history is to tell of it, the same whenever it is asked. */
  encode(): Promise<Encoded>
  /** Tells the figures of it: once it is sure that it was this attempt that ended the run, and the history knows. */
  observe(): void
  /** The same run, of which nothing else can be written down. */
  failing(error: AppError): Terminado
}

/** All that is left of a run waits. */
export interface Dormido {
  esperas: readonly EsperaDeNodo[]
  intento: number
  /** The same run, ended as its waits cannot be written down. */
  failing(error: AppError): Terminado
}

export interface RunnerDeps {
  runtime: Pick<
    Runtime,
    | 'beginTraza'
    | 'definitions'
    | 'history'
    | 'trazas'
    | 'enCurso'
    | 'ports'
    | 'durables'
    | 'limites'
    | 'enVivo'
    | 'compile'
    | 'readScope'
    | 'prepareUnstarted'
    | 'undoesCancelled'
  >
  meter: Pick<RunMeter, 'forRoute'>
  log: Logger
}

interface Ran {
  taken: Taken
  input: RunInput & { secretos: SecretScope }
  ended: RunResult
}

/** Runs what was accepted as a canal runs a call. What it answers never rejects: whatever goes wrong is how the run ended. */
export function createTrabajoRunner({ runtime, meter, log }: RunnerDeps) {
  const { definitions, history, trazas, enCurso, ports, limites, enVivo, beginTraza, prepareUnstarted } =
    runtime
  const { durables, undoesCancelled } = runtime
  const takeOver = createTaker(runtime)

  /** Begins to walk its plan; whoever watches it or wants to cancel it finds it under way. */
  function begin({ idEjecucion, trabajo, perdidas, venceEnMs }: Toma, taken: Taken, abort: AbortController) {
    const { procesoId, canalId, origen, tema } = trabajo
    const { plan, version, secretos, entrada, durable } = taken
    const inicio = monotonicNow()
    const goesOn = perdidas > 0 || (durable !== null && durable.intento > 1)
    const w3c = trabajo.traza ?? beginTraza(idEjecucion)
    const watch = tema === undefined ? null : watchRun({ tema, goesOn, enVivo, log })
    const input: RunInput & { secretos: SecretScope } = {
      idEjecucion,
      entrada,
      deadline: inicio + (durable ? durableMs(limites(), venceEnMs) : trabajo.tiempoMaximoMs),
      signal: abort.signal,
      profundidad: 0,
      secretos,
      ...(w3c && { traza: w3c }),
      ...(trabajo.consumidor && { consumidor: trabajo.consumidor }),
      ...(durable && { puntos: durable.puntos }),
      ...(watch && { watched: watch.watched }),
    }
    const running = runPlan(plan, input, {
      ...ports,
      ...(watch && { sample: watch.counting(history.hold) }),
      // What an admin has given since it was accepted the queue does not know of.
      ...(durable && {
        compensacionMs: () =>
          Math.max(0, Math.min(ports.compensacionMs(), inicio + venceEnMs - monotonicNow())),
      }),
    })
    if (running instanceof Promise) {
      const identity = { id: idEjecucion, procesoId, version, canalId, origen }
      enCurso.track({ ...identity, inicio }, { input, plan, abort, ended: running })
      watch?.begin(idEjecucion)
      if (durable) {
        const { intento } = durable
        const hide = (espera: EsperaDeNodo) => hideDatos(espera, { plan, secretos, history })
        const forget = durables.follow({ id: idEjecucion, procesoId, intento, input, hide })
        void running.then(forget)
      }
    }
    return { input, running, watch }
  }

  async function run(toma: Toma, taken: Taken, abort: AbortController): Promise<Terminado | Dormido | null> {
    const { plan, durable } = taken
    const { input, running, watch } = begin(toma, taken, abort)
    const result = await running
    const { causa } = result
    if (durable && causa instanceof EjecucionDormida) {
      watch?.end({ estado: 'esperando', duracionMs: result.duracionMs })
      const { secretos } = input
      const esperas = causa.esperas.map((espera) => hideDatos(espera, { plan, secretos, history }))
      const failing = (error: AppError) => conclude(toma, { taken, input, ended: failed(result, error) })
      return { esperas, intento: durable.intento, failing }
    }
    watch?.end(result)
    if (causa instanceof IntentoAjeno || abort.signal.reason instanceof IntentoAjeno) return null
    const ended = durable && durable.intento > 1 ? sinceFirst(durable, plan, result) : result
    if (ended.error && !(causa instanceof AppError))
      log.error({ err: causa, idEjecucion: toma.idEjecucion }, 'run failed by our fault')
    return conclude(toma, { taken, input, ended })
  }

  function describe({ idEjecucion, trabajo }: Toma, { taken, input, ended }: Ran): RunRecord {
    const { procesoId, canalId, origen } = trabajo
    const { inicio, duracionMs, estado, error, respuesta, pasos, pasosOmitidos } = ended
    return {
      id: idEjecucion,
      procesoId,
      version: taken.version,
      canalId,
      origen,
      inicio,
      duracionMs,
      estado,
      error,
      entrada: taken.entrada,
      respuesta,
      pasos,
      pasosOmitidos,
      w3c: input.traza,
      traza: isAwaited(trabajo) ? TRAZA_ENTERA : trazas.of(procesoId),
      // With those of the processes that it called.
      secretos: input.secretos,
      plan: taken.plan,
    }
  }

  function conclude(toma: Toma, ran: Ran): Terminado {
    const { idEjecucion, trabajo } = toma
    const { estado, error, respuesta, duracionMs } = ran.ended
    const answer = error
      ? answerOf(problemOfRun(error, idEjecucion))
      : tryFormat(respuesta, { formato: trabajo.formato, idEjecucion })
    return {
      estado,
      answer,
      iniciada: new Date(Date.now() - duracionMs),
      intento: ran.taken.durable?.intento ?? null,
      encode: once(async () => history.encode(describe(toma, ran))),
      observe() {
        // At once, and yet nobody else's end waits for that.
        if (isAwaited(trabajo)) void history.flush()
        const { inicio } = ran.ended
        observe(trabajo, { endMs: inicio + duracionMs, durationMs: duracionMs, failed: estado === 'error' })
      },
      failing: (cause) => conclude(toma, { ...ran, ended: failed(ran.ended, cause) }),
    }
  }

  /** What the process computed may be such that it cannot be sent; the run itself stands as it is. */
  function tryFormat(
    respuesta: Respuesta | undefined,
    { formato, idEjecucion }: Pick<Trabajo, 'formato'> & { idEjecucion: string },
  ): Answer {
    try {
      return formatAnswer(respuesta, formato)
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error, idEjecucion }, 'answer of a run not written')
      return answerOf(problemOf(error, { idEjecucion }))
    }
  }

  function observe({ procesoId, canalId }: Trabajo, seen: Parameters<ReturnType<RunMeter['forRoute']>>[0]) {
    const canal = canalId === null ? undefined : definitions.current().findCanal(canalId)
    meter.forRoute({ canal: canal?.canal.nombre ?? '', proceso: nameOf(procesoId) })(seen)
  }

  function nameOf(procesoId: string): string {
    return definitions.current().nombreDeProceso(procesoId) ?? procesoId
  }

  function refuse(toma: Toma, error: AppError, estado: 'error' | 'cancelada' = 'error'): Terminado {
    const { idEjecucion, trabajo } = toma
    return {
      estado,
      answer: answerOf(problemOf(error, { idEjecucion })),
      iniciada: new Date(),
      intento: null,
      rechazada: true,
      encode: once(async () =>
        history.encode(await prepareUnstarted({ idEjecucion, trabajo, estado, error })),
      ),
      observe: () => observe(trabajo, { endMs: monotonicNow(), durationMs: 0, failed: estado === 'error' }),
      failing: (cause) => refuse(toma, cause),
    }
  }

  /** Null: this attempt has come to nothing, and the queue gives the run to another, or did already. */
  return async (toma: Toma, abort: AbortController): Promise<Terminado | Dormido | null> => {
    try {
      if (toma.trabajo.cancelada) {
        // Whoever had it may have begun it since it was cancelled.
        if (!(await undoesCancelled(toma.idEjecucion)))
          return refuse(toma, new EjecucionCancelada(), 'cancelada')
        await durables.cancel(toma.idEjecucion)
      }
      return await run(toma, await takeOver(toma), abort)
    } catch (error) {
      if (error instanceof AppError) return refuse(toma, error)
      if (!(error instanceof IntentoAjeno))
        log.error({ err: error, idEjecucion: toma.idEjecucion }, 'accepted run not begun')
      return null
    }
  }
}

/** Whoever waits for it in the product reads it in the history. */
function isAwaited({ origen }: Trabajo): boolean {
  return origen === 'prueba' || origen === 'reintento'
}

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let done: Promise<Result> | undefined
  return () => {
    done ??= work()
    return done
  }
}

/** A run that went on lasts since it was first begun; of its entrada, which let it begin, nothing is kept: it is told as of then. */
function sinceFirst({ comenzada }: Durable, { bloque }: Plan, result: RunResult): RunResult {
  const { inicio, duracionMs, pasos } = result
  const first = Math.min(inicio, comenzada.getTime() - wallShift())
  const entrada = bloque.nodos.find(({ tipo }) => tipo === 'entrada')?.id
  return {
    ...result,
    inicio: first,
    duracionMs: inicio + duracionMs - first,
    pasos: pasos.map((paso) => (paso.nodo === entrada ? { ...paso, inicio: first } : paso)),
  }
}

function failed({ respuesta: _none, ...result }: RunResult, causa: AppError): RunResult {
  const { codigo, message: mensaje } = causa
  return { ...result, estado: 'error', error: { codigo, mensaje, nodo: null }, causa }
}

function answerOf({ status, body }: Problem): Answer {
  return { status, contentType: PROBLEM_TYPE, headers: {}, payload: body }
}

/** An admin may have given more time since it was accepted: with what undoing it takes it ends before the queue gives it to somebody else. */
function durableMs(
  { ejecucionDurableMs, compensacionMs }: Pick<Limits, 'ejecucionDurableMs' | 'compensacionMs'>,
  venceEnMs: number,
): number {
  return Math.min(ejecucionDurableMs, Math.max(venceEnMs - compensacionMs, venceEnMs / 2))
}
