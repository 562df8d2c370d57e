import { AppError, LIMITS } from '@div/contract'
import { compileExpresion, type FormulaHost } from '@div/formula'
import { FUNCIONES } from '@div/funciones'

export type Computed = { ok: true; valor: unknown } | { ok: false; mensaje: string }

type Datos = Readonly<Record<string, unknown>>

/** Nobody's: what a formula reads of an installation is not there. */
const HOST: FormulaHost = {
  zonaHoraria: 'UTC',
  now: () => Date.now(),
  parametro: () => undefined,
  isSecret: () => false,
  tabla: () => undefined,
  columnas: () => undefined,
  consecutivo: () => Promise.reject(new Error('a page has no consecutivos')),
}

/** What a formula comes to on data at hand, computed by what also computes it in a run and within the same limits. */
export function computeFormula(formula: string, datos: Datos): Computed {
  const compiled = compileExpresion<Datos>(
    formula,
    {
      host: HOST,
      resolve: (nombre) => (Object.hasOwn(datos, nombre) ? (each) => each[nombre] : undefined),
    },
    { funciones: FUNCIONES, limits: LIMITS },
  )
  if (!compiled.ok) return { ok: false, mensaje: compiled.errores.map(({ mensaje }) => mensaje).join(' ') }
  if (compiled.expresion.hasEffects)
    return { ok: false, mensaje: 'Toma un consecutivo: solo se puede calcular en una ejecución.' }
  try {
    return { ok: true, valor: compiled.expresion.evaluate(datos) }
  } catch (error) {
    // What a formula cannot compute; all else is a bug.
    if (!(error instanceof AppError)) throw error
    return { ok: false, mensaje: error.message }
  }
}
