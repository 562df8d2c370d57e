import {
  AppError,
  ErrorInterno,
  type EstadoEjecucion,
  monotonicNow,
  ProcesoNoEjecutable,
  wallShift,
} from '@div/contract'
import { type GuardaPuntos, type Plan, type RunInput, type RunResult, runPlan } from '@div/engine'
import { PROBLEM_TYPE, type Problem, problemOf } from '../../http/problem.ts'
import { IntentoAjeno } from '../durables/durables.ts'
import type { SecretScope } from '../history/secret-scope.ts'
import type { RunMeter } from '../metrics/run-meter.ts'
import { type Answer, formatAnswer } from '../publishing/rest/answer.ts'
import { problemOfRun } from '../publishing/rest/problem-of-run.ts'
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
}

/** What a worker knows of a run that it has taken from the queue. */
export interface Toma {
  idEjecucion: string
  trabajo: Trabajo
  /** Times that it was given to a worker before. */
  perdidas: number
}

export interface RunnerDeps {
  runtime: Pick<Runtime, 'definitions' | 'history' | 'enCurso' | 'ports' | 'durables' | 'limites'>
  meter: Pick<RunMeter, 'forRoute'>
  log: { error(details: object, message: string): void }
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
  version: number
  secretos: SecretScope
}

/** Runs what was accepted as a canal runs a call. What it answers never rejects: whatever goes wrong is how the run ended. */
export function createTrabajoRunner({ runtime, meter, log }: RunnerDeps) {
  const { definitions, history, enCurso, ports, durables, limites } = runtime

  /** Throws ProcesoNoEjecutable. */
  async function prepare({ procesoId, version, canalId }: Trabajo): Promise<Ready> {
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
  async function takeOver({
    idEjecucion: id,
    trabajo,
    perdidas,
  }: Toma): Promise<Ready & { durable: Durable | null }> {
    const version = perdidas === 0 ? trabajo.version : ((await durables.findVersion(id)) ?? trabajo.version)
    const ready = await prepare({ ...trabajo, version })
    if (!ready.plan.durable) return { ...ready, durable: null }
    const { intento, comenzada } = await durables.claim({ id, trabajo, version: ready.version })
    return {
      ...ready,
      durable: { intento, comenzada, puntos: await durables.open(ready.plan, { id, intento }) },
    }
  }

  async function run(toma: Toma, abort: AbortController): Promise<Terminado> {
    const { idEjecucion, trabajo } = toma
    const { procesoId, canalId, origen, formato } = trabajo
    const { plan, version, secretos, durable } = await takeOver(toma)
    const entrada = plan.entrada.coerce(trabajo.entrada)
    const begun = monotonicNow()
    const input: RunInput & { secretos: SecretScope } = {
      idEjecucion,
      entrada,
      deadline: begun + (durable ? limites().ejecucionDurableMs : trabajo.tiempoMaximoMs),
      signal: abort.signal,
      profundidad: 0,
      secretos,
      ...(durable && { puntos: durable.puntos }),
    }
    const running = runPlan(plan, input, ports)
    const identity = { id: idEjecucion, procesoId, version, canalId, origen }
    if (running instanceof Promise) enCurso.track({ ...identity, inicio: begun }, abort, running)
    const result = await running
    const { estado, error, causa, respuesta, pasos, pasosOmitidos } = result
    if (causa instanceof IntentoAjeno || abort.signal.reason instanceof IntentoAjeno) throw new IntentoAjeno()
    const { inicio, duracionMs } = durable && durable.intento > 1 ? sinceFirst(durable, result) : result
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
      // With those of the processes that it called.
      secretos: input.secretos,
      plan,
    })
    observe(trabajo, { endMs: inicio + duracionMs, durationMs: duracionMs, failed: estado === 'error' })
    const answer = error ? answerOf(problemOfRun(error, idEjecucion)) : formatAnswer(respuesta, formato)
    return { estado, answer, iniciada: new Date(Date.now() - duracionMs), intento: durable?.intento ?? null }
  }

  function observe({ procesoId, canalId }: Trabajo, seen: Parameters<ReturnType<RunMeter['forRoute']>>[0]) {
    const canal = definitions.current().canales.find(({ id }) => id === canalId)
    meter.forRoute({ canal: canal?.canal.nombre ?? '', proceso: nameOf(procesoId) })(seen)
  }

  function nameOf(procesoId: string): string {
    return definitions.current().nombreDeProceso(procesoId) ?? procesoId
  }

  function refuse({ idEjecucion, trabajo }: Toma, thrown: unknown): Terminado {
    const error = thrown instanceof AppError ? thrown : new ErrorInterno(undefined, { cause: thrown })
    recordUnstarted(history, { idEjecucion, trabajo, estado: 'error', error })
    observe(trabajo, { endMs: monotonicNow(), durationMs: 0, failed: true })
    return {
      estado: 'error',
      answer: answerOf(problemOf(error, { idEjecucion })),
      iniciada: new Date(),
      intento: null,
    }
  }

  /** Null: another attempt has the run by now, and this one has come to nothing. */
  return async (toma: Toma, abort: AbortController): Promise<Terminado | null> => {
    try {
      return await run(toma, abort)
    } catch (error) {
      if (error instanceof IntentoAjeno) return null
      if (!(error instanceof AppError))
        log.error({ err: error, idEjecucion: toma.idEjecucion }, 'accepted run failed')
      return refuse(toma, error)
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
