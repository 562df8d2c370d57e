import { isPlainObject } from '@div/contract'
import { multiplyNumbers } from './arithmetic.ts'
import type { Compiled } from './compiled.ts'
import type { Evaluation } from './evaluation.ts'
import { readProperty } from './values.ts'

/*
 * The same formula over several items: each part of it for all of them before the next part, so that what chooses a part is paid for once,
 * and not once an item. Formulas are pure, so that the order is seen by nobody but where one fails; then the items are to be evaluated
 * one by one, which says what failed and where. What a part cannot do so is done in it item by item.
 */

/** Items that a formula is evaluated over. */
export interface Lote<Frame> {
  readonly frame: Frame
  /** No more than `MAX_LOTE`. */
  readonly items: readonly unknown[]
  /** The same items, when all of them are plain data whose fields can be read without another look; else null. */
  readonly records: readonly Readonly<Record<string, unknown>>[] | null
  /** Makes the frame that of an item. */
  enter(index: number): void
}

/** The values of a part, in the order of the items. Whoever gets the list may write in it. */
export type EvaluateAll<Frame> = (evaluation: Evaluation<Frame>, lote: Lote<Frame>) => unknown[]

export const MAX_LOTE = 64
const BLANK: readonly null[] = Array.from({ length: MAX_LOTE }, () => null)

/** A list for so many values; of one kind, whatever they are, so that loops over it are compiled for that kind alone. */
export function blankColumn({ items }: Lote<unknown>): unknown[] {
  return BLANK.slice(0, items.length)
}

/** Of a part that has no way of its own. */
export function columnOf<Frame>({ all, constant, evaluate }: Compiled<Frame>): EvaluateAll<Frame> {
  if (all) return all
  if (constant) return (evaluation, lote) => blankColumn(lote).fill(evaluate(evaluation))
  return (evaluation, lote) => {
    const values = blankColumn(lote)
    for (let index = 0; index < values.length; index++) {
      lote.enter(index)
      values[index] = evaluate(evaluation)
    }
    return values
  }
}

/** The items themselves. */
export function itemColumn<Frame>(): EvaluateAll<Frame> {
  return (_evaluation, { items }) => items.map((item) => item ?? null)
}

/** A field of each item. */
export function fieldColumn<Frame>(name: string): EvaluateAll<Frame> {
  const isInherited = name in Object.prototype
  return (_evaluation, lote) => {
    const { items, records } = lote
    if (records === null || isInherited) return items.map((item) => readProperty(item, name))
    const values = blankColumn(lote)
    for (let index = 0; index < values.length; index++) values[index] = records[index]?.[name] ?? null
    return values
  }
}

export function areRecords(items: readonly unknown[]): items is readonly Readonly<Record<string, unknown>>[] {
  for (let index = 0; index < items.length; index++) if (!isPlainObject(items[index])) return false
  return true
}

type Operation<Frame> = (left: unknown, right: unknown, evaluation: Evaluation<Frame>) => unknown

/** An operator that takes both of its sides. */
export function operatorColumn<Frame>(
  left: EvaluateAll<Frame>,
  right: EvaluateAll<Frame>,
  operate: Operation<Frame>,
): EvaluateAll<Frame> {
  return (evaluation, lote) => {
    const values = left(evaluation, lote)
    const others = right(evaluation, lote)
    for (let index = 0; index < values.length; index++)
      values[index] = operate(values[index], others[index], evaluation)
    return values
  }
}

/** Products, of which most amounts are made, without a call through a variable. */
export function productColumn<Frame>(
  left: EvaluateAll<Frame>,
  right: EvaluateAll<Frame>,
  operate: Operation<Frame>,
): EvaluateAll<Frame> {
  return (evaluation, lote) => {
    const values = left(evaluation, lote)
    const others = right(evaluation, lote)
    for (let index = 0; index < values.length; index++) {
      const a = values[index]
      const b = others[index]
      values[index] =
        typeof a === 'number' && typeof b === 'number' ? multiplyNumbers(a, b) : operate(a, b, evaluation)
    }
    return values
  }
}
