import { Checkpoints } from './checkpoints.ts'
import { Frame } from './frame.ts'
import { listAllowed } from './partial-run.ts'
import { NO_UNDOING, type Plan } from './plan.ts'
import type { RunInput, RunPorts, RunResult } from './run.ts'
import { asksToUndo, resumeUndoing, undoRun } from './undo-run.ts'
import { type Ended, Walk } from './walk.ts'

/** Runs a plan: at once when no node waits for anything, else as a promise. It never throws and never rejects. */
export function runPlan(plan: Plan, input: RunInput, ports: RunPorts): RunResult | Promise<RunResult> {
  const { hastaNodo, puntos } = input
  const walk = new Walk({
    input,
    ports,
    pasos: input.watched?.pasos ?? [],
    checkpoints: puntos || plan.compensacion ? new Checkpoints(puntos ?? null) : null,
    tope: plan.compensacion?.tope ?? NO_UNDOING,
    allowed: hastaNodo === undefined ? null : listAllowed(plan.bloque, hastaNodo),
    que: 'La ejecución',
    root: (run) => new Frame(run, plan.bloque, null),
  })
  const fin = walk.checkpoints?.fin ?? null
  const tell = (ended: Ended) => resultOf(walk, ended)
  if (fin !== null) return resumeUndoing(plan, walk, fin).then(tell)
  return walk.start(() => {
    const ended = walk.failure()
    if (ended === null || !asksToUndo(plan, walk, ended)) return resultOf(walk, ended)
    return undoRun(plan, walk, ended).then(tell)
  })
}

function resultOf({ ports, inicio, pasos, pasosOmitidos, respuesta }: Walk, ended: Ended | null): RunResult {
  const base = { pasos, pasosOmitidos, inicio, duracionMs: ports.clock.now() - inicio }
  if (ended !== null) return { ...base, estado: ended.estado, error: ended.error, causa: ended.cause }
  return respuesta === undefined ? { ...base, estado: 'ok' } : { ...base, estado: 'ok', respuesta }
}
