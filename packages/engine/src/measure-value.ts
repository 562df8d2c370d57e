import { Binario } from '@div/contract'

/** Of a number, a truth, or an object beside what it holds. */
const SCALAR = 8

/** Roughly the characters of a value. What was counted before takes no room again: many captures may hold the same object. */
export function measureValue(value: unknown, counted: WeakSet<object>): number {
  const open = [value]
  let total = 0
  for (let each = open.pop(); each !== undefined || open.length > 0; each = open.pop()) {
    total += lengthOf(each)
    if (typeof each !== 'object' || each === null || counted.has(each)) continue
    counted.add(each)
    if (each instanceof Binario) total += each.bytes.length
    // Not spread: a list may be longer than a call may have arguments.
    else for (const inner of Object.values(each)) open.push(inner)
  }
  return total
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : SCALAR
}
