import { Binario, Fecha, type Limits } from '@div/contract'
import { failFormula } from './fail-formula.ts'

/*
 * What an evaluation may cost. A step is about a microsecond of work: one call of a function, or the reading of so much data. Values are
 * shared, not copied, so a few steps can make a list of lists that would fill the memory once it is written out: whoever walks a value to
 * its leaves pays for every one of them first.
 */

export interface Meter {
  limits: Limits
  /** Throws ExpresionFallida past the limit of one evaluation. */
  spend(steps: number): void
}

const ITEMS_PER_STEP = 32
const CHARACTERS_PER_STEP = 512

/** Going through it costs nothing: most values are, and are told first. */
export function isShort(value: unknown): boolean {
  if (typeof value === 'string') return value.length < CHARACTERS_PER_STEP
  return typeof value === 'number' || value === null
}

/** The steps of going once through a text, a list, or the fields of an object. */
export function stepsOf(value: unknown): number {
  if (typeof value === 'number' || typeof value === 'boolean') return 0
  if (typeof value === 'string') return Math.floor(value.length / CHARACTERS_PER_STEP)
  if (Array.isArray(value)) return Math.floor(value.length / ITEMS_PER_STEP)
  return isPlain(value) ? Math.floor(Object.keys(value).length / ITEMS_PER_STEP) : 0
}

/** Pays for everything in a value, however often it is shared, and refuses more levels than values may have. */
export function payForAll(value: object, meter: Meter): void {
  let units = 0
  function visit(each: unknown, left: number): void {
    units++
    if (typeof each === 'string') units += (each.length / CHARACTERS_PER_STEP) * ITEMS_PER_STEP
    if (units >= ITEMS_PER_STEP) {
      meter.spend(Math.floor(units / ITEMS_PER_STEP))
      units %= ITEMS_PER_STEP
    }
    if (!isPlain(each)) return
    if (left === 0) failFormula('los datos tienen demasiados niveles')
    for (const item of Array.isArray(each) ? each : Object.values(each)) visit(item, left - 1)
  }
  visit(value, meter.limits.profundidad)
}

/** A list or an object, which holds other values. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return !(value instanceof Date || value instanceof Fecha || value instanceof Binario)
}
