import {
  type Consumidor,
  type Flujo,
  type Limits,
  monotonicNow,
  NodoSoloDeshace,
  type Proceso,
  type ResultadoDeEjecucion,
} from '@div/contract'
import { canRunUpTo, type Plan, type RunInput, type RunPorts, runPlan } from '@div/engine'
import type { Logger } from 'pino'
import type { CompileOutcome } from '../definitions/published-version.ts'
import type { EnVivo } from '../en-vivo/en-vivo.ts'
import { watchRun } from '../en-vivo/watch-run.ts'
import type { History } from '../history/history.ts'
import type { RunRecord } from '../history/run-record.ts'
import { createSampler } from '../history/sample.ts'
import type { SecretScope } from '../history/secret-scope.ts'
import { showRun } from '../history/show-run.ts'
import { TRAZA_ENTERA } from '../history/traza.ts'
import type { TrazasVivas } from '../history/trazas-vivas.ts'
import { createWholeKeeper, type KeptWhole } from '../valores-de-prueba/keep-whole.ts'
import type { ValoresDePrueba } from '../valores-de-prueba/valores-de-prueba.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { newRunId } from './new-run-id.ts'
import type { RunsInFlight } from './runs-in-flight.ts'

/** A person sees more of a test run than the history keeps of a call. */
const SHOWN_CHARS = 65_536

export interface DraftRun {
  /** What to run: the document of a version, or of the draft, which has none. Without `modo` it is one in memory. */
  proceso: { id: string; flujo: Flujo; modo?: Proceso['modo']; version?: number | undefined }
  entrada: Readonly<Record<string, unknown>>
  /** Why it is run, in the history. */
  origen?: 'prueba' | 'reintento'
  /** Runs what leads to this node, and it, and nothing else. */
  nodo?: string | undefined
  /** Outputs by node id that are taken as they are. */
  datosFijados?: Readonly<Record<string, unknown>> | undefined
  /** Shows as much of its answer as a test case may look at, and nothing of its nodes. */
  soloRespuesta?: boolean
  /** Who makes it, and may look at its large values by page. Absent: they are not kept. */
  usuarioId?: string
  /** Whose calls to models it makes. Absent: of nobody in particular. */
  consumidor?: Consumidor
  /** What it is watched by (`nameTema`). Absent: nobody watches it. */
  tema?: string | undefined
  signal?: AbortSignal | undefined
}

export interface DraftRunnerDeps {
  limits: Limits
  history: Pick<History, 'record' | 'flush'>
  trazas: Pick<TrazasVivas, 'mascaras'>
  enVivo: Pick<EnVivo, 'publish' | 'lastSeq'>
  enCurso: Pick<RunsInFlight, 'track'>
  valoresDePrueba: Pick<ValoresDePrueba, 'store'>
  log: Logger
  ports: Omit<RunPorts, 'sample'>
  compile(flujo: Flujo, modo?: Proceso['modo']): CompileOutcome
}

/** Runs drafts for the people who draw them, on the same engine, pools and history as the canales. */
export function createDraftRunner(deps: DraftRunnerDeps) {
  const { limits, history, trazas, enVivo, enCurso, valoresDePrueba, log, ports, compile } = deps
  const sampler = createSampler({ maxChars: SHOWN_CHARS })
  const answerSampler = createSampler({ maxChars: limits.casoRespuestaBytes })
  const wholeKeeper = createWholeKeeper({ limits, maxChars: SHOWN_CHARS })

  async function storeWhole(run: RunRecord, { usuarioId }: DraftRun, whole: KeptWhole | null): Promise<void> {
    if (whole === null || usuarioId === undefined) return
    try {
      await valoresDePrueba.store({ ejecucionId: run.id, usuarioId }, whole.divide(run))
    } catch (error) {
      // The run went as it went: whoever made it is told that its values are not there.
      log.warn({ err: error }, 'the large values of a test run were not kept')
    }
  }

  async function runKeeping(draft: DraftRun, whole: KeptWhole | null): Promise<ResultadoDeEjecucion> {
    const { proceso, nodo, datosFijados, signal, origen = 'prueba', tema } = draft
    const { plan, secretos } = compileOrRefuse(compile(proceso.flujo, proceso.modo))
    requireReachable(plan, proceso.flujo, nodo)
    const entrada = plan.entrada.coerce(draft.entrada)
    const idEjecucion = newRunId()
    const abort = new AbortController()
    const watch = tema === undefined ? null : watchRun({ tema, enVivo, log })
    const input: RunInput & { secretos: SecretScope } = {
      idEjecucion,
      entrada,
      deadline: monotonicNow() + limits.ejecucionMs,
      profundidad: 0,
      secretos,
      signal: signal ? AbortSignal.any([signal, abort.signal]) : abort.signal,
      ...(nodo !== undefined && { hastaNodo: nodo }),
      ...(datosFijados && { datosFijados }),
      ...(watch && { watched: watch.watched }),
      ...(draft.consumidor && { consumidor: draft.consumidor }),
    }
    // What is large is kept as it is shown: without what an admin hides.
    const hold = whole?.hold ?? createSampler({ maxChars: SHOWN_CHARS, mascaras: trazas.mascaras() }).hold
    const running = runPlan(plan, input, {
      ...ports,
      sample: watch ? watch.counting(hold) : hold,
      iteraciones: Number.POSITIVE_INFINITY,
    })
    const identity = {
      id: idEjecucion,
      procesoId: proceso.id,
      version: proceso.version ?? null,
      canalId: null,
      origen,
    }
    if (running instanceof Promise) {
      enCurso.track({ ...identity, inicio: monotonicNow() }, { input, plan, abort, ended: running })
      watch?.begin(idEjecucion)
    }
    const result = await running
    watch?.end(result)
    const { inicio, duracionMs, estado, respuesta, error, pasos, pasosOmitidos } = result
    const run: RunRecord = {
      ...identity,
      inicio,
      duracionMs,
      estado,
      error,
      entrada,
      respuesta,
      pasos,
      pasosOmitidos,
      traza: TRAZA_ENTERA,
      // With those of the processes that it called.
      secretos: input.secretos,
      plan,
    }
    history.record(run)
    // Whoever gets the answer goes on to its page.
    await Promise.all([history.flush(), storeWhole(run, draft, whole)])
    return {
      idEjecucion,
      estado,
      estadoHttp: respuesta?.estadoHttp ?? null,
      duracionMs,
      pasosOmitidos,
      ...(draft.soloRespuesta ? showRun({ ...run, pasos: [] }, answerSampler) : showRun(run, sampler)),
    }
  }

  /** Throws EntradaInvalida, FlujoInvalido or NodoSoloDeshace; what fails inside the run is in its result. */
  return async (draft: DraftRun): Promise<ResultadoDeEjecucion> => {
    const whole = draft.usuarioId === undefined ? null : wholeKeeper.begin(trazas.mascaras())
    try {
      return await runKeeping(draft, whole)
    } finally {
      whole?.release()
    }
  }
}

/** A run up to what undoes another node would run nothing, and say that all is well. */
function requireReachable(plan: Plan, { nodos }: Flujo, id: string | undefined): void {
  if (id === undefined || canRunUpTo(plan, id)) return
  throw new NodoSoloDeshace({ nodo: nodos.find((nodo) => nodo.id === id)?.nombre ?? id })
}
