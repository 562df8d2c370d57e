import type { Limits } from '@div/contract'
import { readJson as readText } from '@div/formatos'
import { failFormula } from '@div/formula'

export function readJson(text: string, limits: Pick<Limits, 'profundidad'>): unknown {
  return readText(text, { limits, refuse: failFormula })
}
