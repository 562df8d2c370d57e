import {
  AppError,
  type EstadoEjecucion,
  monotonicNow,
  ProcesoNoEjecutable,
  type Respuesta,
  wallShift,
} from '@div/contract'
import {
  EjecucionDormida,
  type EsperaDeNodo,
  type GuardaPuntos,
  type Plan,
  type RunInput,
  type RunResult,
  runPlan,
} from '@div/engine'
import type { Logger } from 'pino'
import { PROBLEM_TYPE, type Problem, problemOf } from '../../http/problem.ts'
import { IntentoAjeno } from '../durables/durables.ts'
import { hideDatos } from '../durables/hide-datos.ts'
import { watchRun } from '../en-vivo/watch-run.ts'
import type { SecretScope } from '../history/secret-scope.ts'
import { TRAZA_ENTERA } from '../history/traza.ts'
import type { RunMeter } from '../metrics/run-meter.ts'
import { type Answer, formatAnswer } from '../publishing/rest/answer.ts'
import { problemOfRun } from '../publishing/rest/problem-of-run.ts'
import { compileOrRefuse } from '../runtime/compile-or-refuse.ts'
import type { Runtime } from '../runtime.ts'
import { recordUnstarted } from './record-unstarted.ts'
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
}

/** All that is left of a run waits. */
export interface Dormido {
  esperas: readonly EsperaDeNodo[]
  intento: number
}

/** What a worker knows of a run that it has taken from the queue. */
export interface Toma {
  idEjecucion: string
  trabajo: Trabajo
  /** Times that it was given to a worker before. */
  perdidas: number
}

export interface RunnerDeps {
  runtime: Pick<
    Runtime,
    'definitions' | 'history' | 'trazas' | 'enCurso' | 'ports' | 'durables' | 'limites' | 'enVivo' | 'compile'
  >
  meter: Pick<RunMeter, 'forRoute'>
  log: Logger
}

/** An attempt of a durable run. */
interface Durable {
  intento: number
  /** The first one. */
  comenzada: Date
  puntos: GuardaPuntos
}

interface Ready {
  plan: Plan
  /** Null: a draft. */
  version: number | null
  secretos: SecretScope
}

interface Taken extends Ready {
  entrada: Record<string, unknown>
  /** Null: it runs in memory. */
  durable: Durable | null
}

/** Runs what was accepted as a canal runs a call. What it answers never rejects: whatever goes wrong is how the run ended. */
export function createTrabajoRunner({ runtime, meter, log }: RunnerDeps) {
  const { definitions, history, trazas, enCurso, ports, durables, limites, enVivo, compile } = runtime

  /** Throws ProcesoNoEjecutable. */
  async function prepare({ procesoId, version, canalId, flujo }: Trabajo): Promise<Ready> {
    if (flujo) return { ...compileOrRefuse(compile(flujo, 'durable')), version: null }
    const published = await definitions.find(procesoId, version)
    const plan = published?.outcome.plan
    if (!published || !plan) {
      throw new ProcesoNoEjecutable({
        proceso: nameOf(procesoId),
        motivo: published
          ? `su versión ${published.version} tiene errores: ${published.defecto.replace(/\.$/, '')}`
          : 'no está publicado',
      })
    }
    const canal = definitions.current().canales.find(({ id }) => id === canalId)
    const own = published.outcome.secretos
    return { plan, version: published.version, secretos: canal ? own.with(canal.secretos) : own }
  }

  /** A run that was begun before goes on with the version with which it began. */
  async function takeOver({ idEjecucion: id, trabajo, perdidas }: Toma): Promise<Taken> {
    const version = perdidas === 0 ? trabajo.version : ((await durables.findVersion(id)) ?? trabajo.version)
    const ready = await prepare({ ...trabajo, version })
    const entrada = ready.plan.entrada.coerce(trabajo.entrada)
    if (!ready.plan.durable) return { ...ready, entrada, durable: null }
    const { intento, comenzada } = await durables.claim({ id, trabajo, version: ready.version, perdidas })
    const puntos = await durables.open(ready.plan, { id, procesoId: trabajo.procesoId, intento })
    return { ...ready, entrada, durable: { intento, comenzada, puntos } }
  }

  async function run(toma: Toma, taken: Taken, abort: AbortController): Promise<Terminado | Dormido | null> {
    const { idEjecucion, trabajo } = toma
    const { procesoId, canalId, origen, formato } = trabajo
    const { plan, version, secretos, entrada, durable } = taken
    const begun = monotonicNow()
    const goesOn = toma.perdidas > 0 || (durable !== null && durable.intento > 1)
    const watch = trabajo.tema === undefined ? null : watchRun({ tema: trabajo.tema, goesOn, enVivo, log })
    const input: RunInput & { secretos: SecretScope } = {
      idEjecucion,
      entrada,
      deadline: begun + (durable ? limites().ejecucionDurableMs : trabajo.tiempoMaximoMs),
      signal: abort.signal,
      profundidad: 0,
      secretos,
      ...(trabajo.traza && { traza: trabajo.traza }),
      ...(durable && { puntos: durable.puntos }),
      ...(watch && { watched: watch.watched }),
    }
    const running = runPlan(plan, input, watch ? { ...ports, sample: watch.counting(history.hold) } : ports)
    const identity = { id: idEjecucion, procesoId, version, canalId, origen }
    if (running instanceof Promise) {
      enCurso.track({ ...identity, inicio: begun }, abort, running)
      watch?.begin(idEjecucion)
    }
    const result = await running
    const { estado, error, causa, respuesta, pasos, pasosOmitidos } = result
    if (durable && causa instanceof EjecucionDormida) {
      watch?.end({ estado: 'esperando', duracionMs: result.duracionMs })
      const esperas = causa.esperas.map((espera) =>
        hideDatos(espera, { plan, secretos: input.secretos, history }),
      )
      return { esperas, intento: durable.intento }
    }
    watch?.end(result)
    if (causa instanceof IntentoAjeno || abort.signal.reason instanceof IntentoAjeno) return null
    const { inicio, duracionMs } = durable && durable.intento > 1 ? sinceFirst(durable, result) : result
    // Whoever waits for it in the product reads it in the history.
    const isAwaited = origen === 'prueba' || origen === 'reintento'
    if (error && !(causa instanceof AppError))
      log.error({ err: causa, idEjecucion }, 'run failed by our fault')
    history.record({
      ...identity,
      inicio,
      duracionMs,
      estado,
      error,
      entrada,
      respuesta,
      pasos,
      pasosOmitidos,
      traza: isAwaited ? TRAZA_ENTERA : trazas.of(procesoId),
      // With those of the processes that it called.
      secretos: input.secretos,
      plan,
    })
    if (isAwaited) await history.flush()
    observe(trabajo, { endMs: inicio + duracionMs, durationMs: duracionMs, failed: estado === 'error' })
    const answer = error
      ? answerOf(problemOfRun(error, idEjecucion))
      : tryFormat(respuesta, { formato, idEjecucion })
    return { estado, answer, iniciada: new Date(Date.now() - duracionMs), intento: durable?.intento ?? null }
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
    const canal = definitions.current().canales.find(({ id }) => id === canalId)
    meter.forRoute({ canal: canal?.canal.nombre ?? '', proceso: nameOf(procesoId) })(seen)
  }

  function nameOf(procesoId: string): string {
    return definitions.current().nombreDeProceso(procesoId) ?? procesoId
  }

  function refuse({ idEjecucion, trabajo }: Toma, error: AppError): Terminado {
    recordUnstarted(history, { idEjecucion, trabajo, estado: 'error', error })
    observe(trabajo, { endMs: monotonicNow(), durationMs: 0, failed: true })
    return {
      estado: 'error',
      answer: answerOf(problemOf(error, { idEjecucion })),
      iniciada: new Date(),
      intento: null,
      rechazada: true,
    }
  }

  /** Null: this attempt has come to nothing, and the queue gives the run to another, or did already. */
  return async (toma: Toma, abort: AbortController): Promise<Terminado | Dormido | null> => {
    try {
      return await run(toma, await takeOver(toma), abort)
    } catch (error) {
      if (error instanceof AppError) return refuse(toma, error)
      if (!(error instanceof IntentoAjeno))
        log.error({ err: error, idEjecucion: toma.idEjecucion }, 'accepted run not begun')
      return null
    }
  }
}

/** A run that went on lasts since it was first begun. */
function sinceFirst(
  { comenzada }: Durable,
  { inicio, duracionMs }: RunResult,
): Pick<RunResult, 'inicio' | 'duracionMs'> {
  const first = Math.min(inicio, comenzada.getTime() - wallShift())
  return { inicio: first, duracionMs: inicio + duracionMs - first }
}

function answerOf({ status, body }: Problem): Answer {
  return { status, contentType: PROBLEM_TYPE, headers: {}, payload: body }
}
