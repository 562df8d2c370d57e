import { type Hallazgo, LIMITS, type Limits, type Proceso } from '@div/contract'
import { validateFlujo } from '@div/engine'
import type { FormulaHost } from '@div/formula'
import { FUNCIONES } from '@div/funciones'
import { STEPS } from './steps.ts'

/** Of servers, parametros and tablas only the server can tell: here whatever is named is there. */
const HOST: FormulaHost = {
  zonaHoraria: 'UTC',
  now: () => 0,
  parametro: () => null,
  isSecret: () => false,
  tabla: () => () => undefined,
  columnas: () => null,
  consecutivo: () => Promise.reject(new Error('nothing runs here')),
}

interface ValidateOptions {
  modo: Proceso['modo']
  /** Those that this installation has otherwise. */
  limites?: Partial<Limits> | undefined
}

/** What is wrong with a drawing, found by the code that also runs it. For who draws: no server is asked. */
export function validateDrawn(flujo: unknown, { modo, limites }: ValidateOptions): Hallazgo[] {
  const limits = { ...LIMITS, ...limites }
  return validateFlujo(flujo, { steps: STEPS, funciones: FUNCIONES, host: HOST, limits, modo })
}
