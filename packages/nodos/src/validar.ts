import { type Hallazgo, LIMITS, type Proceso } from '@div/contract'
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

/** What is wrong with a drawing, found by the code that also runs it. For who draws: no server is asked. */
export function validateDrawn(flujo: unknown, modo: Proceso['modo']): Hallazgo[] {
  return validateFlujo(flujo, { steps: STEPS, funciones: FUNCIONES, host: HOST, limits: LIMITS, modo })
}
