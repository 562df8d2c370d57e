import type { Limits } from '@div/contract'
import type { FuncionContext } from './define-funcion.ts'
import type { FormulaHost } from './expresion.ts'
import { failFormula } from './fail-formula.ts'
import { isShort, stepsOf } from './meter.ts'

/** What an evaluation was once told, to be told the same when it is made again. */
type Answer = { ok: true; value: unknown } | { ok: false; error: unknown }

/** A value from outside that an evaluation cannot go on without. Not an error: the driver takes it and evaluates again. */
export class EffectNeeded {
  readonly take: () => Promise<unknown>
  constructor(take: () => Promise<unknown>) {
    this.take = take
  }
}

/** The state of one evaluation of one formula; reused from evaluation to evaluation, since none interrupts another. */
export class Evaluation<Frame> implements FuncionContext {
  readonly host: FormulaHost
  readonly limits: Limits
  frame: Frame | null = null
  /** What the innermost lambda binds. */
  elemento: unknown
  indice = 0
  acumulado: unknown
  steps = 0
  /** What it was told, in the order in which it asks; null where it is made only once and nothing can be taken from outside. */
  answers: Answer[] | null = null
  asked = 0

  constructor(host: FormulaHost, limits: Limits) {
    this.host = host
    this.limits = limits
  }

  spend(steps: number): void {
    this.steps += steps
    if (this.steps > this.limits.pasosFormula) {
      failFormula(`supera el límite de ${this.limits.pasosFormula} pasos`)
    }
  }

  effect(take: () => Promise<unknown>): unknown {
    if (this.answers === null) return failFormula('aquí no se puede tomar un valor de fuera')
    const answer = this.answers[this.asked++]
    if (answer) return read(answer)
    throw new EffectNeeded(take)
  }

  /** A value that would not be the same again (AHORA, UUID): an evaluation that is made again must take the same branches. */
  remember(compute: () => unknown): unknown {
    if (this.answers === null) return compute()
    const answer = this.answers[this.asked++] ?? outcomeOf(compute)
    this.answers[this.asked - 1] = answer
    return read(answer)
  }

  /** For data that a function goes through or makes. */
  spendOn(value: unknown): void {
    if (isShort(value)) return
    const steps = stepsOf(value)
    if (steps > 0) this.spend(steps)
    if (Array.isArray(value) && value.length > this.limits.elementos) {
      failFormula(`la lista pasa de ${this.limits.elementos} elementos`)
    }
  }
}

function outcomeOf(compute: () => unknown): Answer {
  try {
    return { ok: true, value: compute() }
  } catch (error) {
    // It is thrown to whoever asks, now and when the evaluation is made again.
    return { ok: false, error }
  }
}

function read(answer: Answer): unknown {
  if (answer.ok) return answer.value
  throw answer.error
}
