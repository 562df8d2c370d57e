import type { Compensacion, Flujo } from '@div/contract'
import type { ChangePlan } from './plan-change.ts'
import { planReplace } from './plan-replace.ts'

/** Says when what was done is undone; undefined: never. */
export function planCompensacion(flujo: Flujo, compensacion: Compensacion | undefined): ChangePlan {
  const { compensacion: _before, ...rest } = flujo
  return planReplace(flujo, compensacion === undefined ? rest : { ...rest, compensacion })
}
