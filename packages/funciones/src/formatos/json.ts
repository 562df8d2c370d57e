import type { Limits } from '@div/contract'
import { failFormula } from '@div/formula'

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/** RFC 8259. Keys that could reach behind plain data are refused, and nesting beyond the limit. */
export function readJson(text: string, limits: Pick<Limits, 'profundidad'>): unknown {
  let value: unknown
  try {
    value = JSON.parse(text, (key, each: unknown) =>
      FORBIDDEN.has(key) ? failFormula(`«${key}» no puede ser el nombre de un dato`) : each,
    )
  } catch (error) {
    if (error instanceof SyntaxError) return failFormula('el texto no es JSON')
    throw error
  }
  checkDepth(value, limits.profundidad)
  return value
}

function checkDepth(value: unknown, left: number): void {
  if (typeof value !== 'object' || value === null) return
  if (left === 0) failFormula('los datos tienen demasiados niveles')
  for (const each of Object.values(value)) checkDepth(each, left - 1)
}
