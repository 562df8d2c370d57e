import {
  AppError,
  ErrorInterno,
  type EstadoEjecucion,
  monotonicNow,
  ProcesoNoEjecutable,
} from '@div/contract'
import { type Plan, type RunInput, runPlan } from '@div/engine'
import { PROBLEM_TYPE, type Problem, problemOf } from '../../http/problem.ts'
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
}

export interface RunnerDeps {
  runtime: Pick<Runtime, 'definitions' | 'history' | 'enCurso' | 'ports'>
  meter: Pick<RunMeter, 'forRoute'>
  log: { error(details: object, message: string): void }
}

interface Ready {
  plan: Plan
  version: number
  secretos: SecretScope
}

/** Runs what was accepted as a canal runs a call. What it answers never rejects: whatever goes wrong is how the run ended. */
export function createTrabajoRunner({ runtime, meter, log }: RunnerDeps) {
  const { definitions, history, enCurso, ports } = runtime

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

  async function run(idEjecucion: string, trabajo: Trabajo, abort: AbortController): Promise<Terminado> {
    const { procesoId, canalId, origen, formato, tiempoMaximoMs } = trabajo
    const { plan, version, secretos } = await prepare(trabajo)
    const entrada = plan.entrada.coerce(trabajo.entrada)
    const begun = monotonicNow()
    const input: RunInput & { secretos: SecretScope } = {
      idEjecucion,
      entrada,
      deadline: begun + tiempoMaximoMs,
      signal: abort.signal,
      profundidad: 0,
      secretos,
    }
    const running = runPlan(plan, input, ports)
    const identity = { id: idEjecucion, procesoId, version, canalId, origen }
    if (running instanceof Promise) enCurso.track({ ...identity, inicio: begun }, abort, running)
    const { inicio, duracionMs, estado, error, causa, respuesta, pasos, pasosOmitidos } = await running
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
    return { estado, answer, iniciada: new Date(Date.now() - duracionMs) }
  }

  function observe({ procesoId, canalId }: Trabajo, seen: Parameters<ReturnType<RunMeter['forRoute']>>[0]) {
    const canal = definitions.current().canales.find(({ id }) => id === canalId)
    meter.forRoute({ canal: canal?.canal.nombre ?? '', proceso: nameOf(procesoId) })(seen)
  }

  function nameOf(procesoId: string): string {
    return definitions.current().nombreDeProceso(procesoId) ?? procesoId
  }

  function refuse(idEjecucion: string, trabajo: Trabajo, thrown: unknown): Terminado {
    const error = thrown instanceof AppError ? thrown : new ErrorInterno(undefined, { cause: thrown })
    recordUnstarted(history, { idEjecucion, trabajo, estado: 'error', error })
    observe(trabajo, { endMs: monotonicNow(), durationMs: 0, failed: true })
    return {
      estado: 'error',
      answer: answerOf(problemOf(error, { idEjecucion })),
      iniciada: new Date(),
    }
  }

  return async (idEjecucion: string, trabajo: Trabajo, abort: AbortController): Promise<Terminado> => {
    try {
      return await run(idEjecucion, trabajo, abort)
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error, idEjecucion }, 'accepted run failed')
      return refuse(idEjecucion, trabajo, error)
    }
  }
}

function answerOf({ status, body }: Problem): Answer {
  return { status, contentType: PROBLEM_TYPE, headers: {}, payload: body }
}
