import { EjecucionCancelada, TiempoAgotado } from '@div/contract'
import { Checkpoints } from './checkpoints.ts'
import { toErrorDeNodo } from './failure.ts'
import { Frame } from './frame.ts'
import { listAllowed } from './partial-run.ts'
import type { Plan } from './plan.ts'
import type { Run, RunInput, RunPorts, RunResult } from './run.ts'
import { cancelFrame, startFrame } from './run-frame.ts'
import { EjecucionDormida, isIdle, listEsperas } from './sleep.ts'

/** Runs a plan: at once when no node waits for anything, else as a promise. It never throws and never rejects. */
export function runPlan(plan: Plan, input: RunInput, ports: RunPorts): RunResult | Promise<RunResult> {
  const run = new PlanRun(plan, input, ports)
  return run.start()
}

class PlanRun implements Run {
  readonly input: RunInput
  readonly ports: RunPorts
  readonly inicio: number
  readonly pasos: Run['pasos']
  pasosOmitidos = 0
  reunidos: Run['reunidos'] = null
  respuesta: Run['respuesta'] = undefined
  readonly allowed: ReadonlySet<string> | null
  readonly dado: Run['dado']
  readonly checkpoints: Checkpoints | null
  readonly root: Frame
  ended: Run['ended'] = null
  sleepers = 0
  #disarm: (() => void) | null = null

  constructor(plan: Plan, input: RunInput, ports: RunPorts) {
    this.input = input
    this.ports = ports
    this.inicio = ports.clock.now()
    this.pasos = input.watched?.pasos ?? []
    this.allowed = input.hastaNodo === undefined ? null : listAllowed(plan.bloque, input.hastaNodo)
    this.checkpoints = input.puntos ? new Checkpoints(input.puntos) : null
    this.dado = dadoOf(input.datosFijados, this.checkpoints)
    this.root = new Frame(this, plan.bloque, null)
  }

  start(): RunResult | Promise<RunResult> {
    if (this.input.signal?.aborted) this.ended = { estado: 'cancelada', cause: new EjecucionCancelada() }
    startFrame(this.root)
    if (this.root.finished) return this.#result()
    return new Promise((resolve) => {
      this.root.onFinished = () => resolve(this.#result())
    })
  }

  arm(): void {
    if (this.#disarm !== null) return
    const { signal, deadline } = this.input
    const limiteMs = Math.max(0, deadline - this.inicio)
    const callOff = this.ports.clock.after(Math.max(0, deadline - this.ports.clock.now()), () => {
      this.#end('error', new TiempoAgotado({ que: 'La ejecución', limiteMs: Math.round(limiteMs) }))
    })
    const cancel = () => this.#end('cancelada', new EjecucionCancelada())
    signal?.addEventListener('abort', cancel, { once: true })
    this.#disarm = () => {
      callOff()
      signal?.removeEventListener('abort', cancel)
    }
  }

  rest(): void {
    if (this.ended === null && isIdle(this.root))
      this.end(new EjecucionDormida([...listEsperas([this.root])]))
  }

  end(cause: unknown): void {
    this.#end('error', cause)
  }

  #end(estado: 'cancelada' | 'error', cause: unknown): void {
    this.ended ??= { estado, cause }
    cancelFrame(this.root, cause)
  }

  #result(): RunResult {
    this.#disarm?.()
    const base = {
      pasos: this.pasos,
      pasosOmitidos: this.pasosOmitidos,
      inicio: this.inicio,
      duracionMs: this.ports.clock.now() - this.inicio,
    }
    const failure = this.ended ? { nodo: this.#runningNode(), cause: this.ended.cause } : this.root.failure
    if (failure) {
      const { nodo, cause } = failure
      const estado = this.ended?.estado ?? 'error'
      return { ...base, estado, error: toErrorDeNodo(cause, nodo), causa: cause }
    }
    return this.respuesta === undefined
      ? { ...base, estado: 'ok' }
      : { ...base, estado: 'ok', respuesta: this.respuesta }
  }

  /** Where the run stood when it was ended: the first node that was still waiting. */
  #runningNode(): string | null {
    return this.pasos.findLast(({ estado }) => estado === 'cancelado')?.nodo ?? null
  }
}

function dadoOf(fijados: RunInput['datosFijados'], checkpoints: Checkpoints | null): Run['dado'] {
  if (fijados === undefined && checkpoints === null) return null
  return (frame, nodo) => {
    if (fijados !== undefined && Object.hasOwn(fijados, nodo.id)) return { output: fijados[nodo.id] }
    const punto = nodo.cierre?.punto ? checkpoints?.find(frame, nodo) : undefined
    return punto && { punto }
  }
}
