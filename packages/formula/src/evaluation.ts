import type { Limits } from '@div/contract'
import type { FuncionContext } from './define-funcion.ts'
import type { FormulaHost } from './expresion.ts'
import { failFormula } from './values.ts'

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
  /** Values from outside, in the order in which the evaluation asks for them; null where none may be asked for. */
  taken: unknown[] | null = null
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
    if (this.taken === null) return failFormula('aquí no se puede tomar un valor de fuera')
    const index = this.asked++
    if (index < this.taken.length) return this.taken[index]
    throw new EffectNeeded(take)
  }
}
