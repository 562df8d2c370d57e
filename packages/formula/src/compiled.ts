import type { TipoDato } from '@div/contract'
import type { Evaluation } from './evaluation.ts'

export type Evaluate<Frame> = (evaluation: Evaluation<Frame>) => unknown

export interface Compiled<Frame> {
  evaluate: Evaluate<Frame>
  tipo: TipoDato
  /** Its value does not depend on anything: computed at once. */
  constant: boolean
}

/** Constants read nothing of an evaluation. */
export function readConstant<Frame>({ evaluate }: Compiled<Frame>): unknown {
  return evaluate(NO_EVALUATION as Evaluation<Frame>)
}

const NO_EVALUATION: unknown = Object.freeze({})
