import type { Limits, TipoDato } from '@div/contract'
import type { EvaluateAll } from './column.ts'
import type { Evaluation } from './evaluation.ts'
import type { Meter } from './meter.ts'

export type Evaluate<Frame> = (evaluation: Evaluation<Frame>) => unknown

export interface Compiled<Frame> {
  evaluate: Evaluate<Frame>
  tipo: TipoDato
  /** Its value does not depend on anything: computed at once. */
  constant: boolean
  /** Of a name alone: reads it in a frame; undefined is null. */
  read?: (frame: Frame) => unknown
  /** For several items at once, where that is quicker than one after another. */
  all?: EvaluateAll<Frame>
  /** It is the item itself. */
  isItem?: true
}

/** Constants read nothing of an evaluation but its limits, and what is computed at publish costs no evaluation anything. */
export function readConstant<Frame>({ evaluate }: Compiled<Frame>, limits: Limits): unknown {
  const meter: Meter = { limits, spend: () => undefined }
  return evaluate(meter as Evaluation<Frame>)
}
