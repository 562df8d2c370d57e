import { LIMITS, type Limits } from '@div/contract'
import { compileExpresion, type FormulaHost } from '@div/formula'
import { FUNCIONES } from './index.ts'

/** What the tests of this package share. */

type Frame = Readonly<Record<string, unknown>>

const PAISES = [
  { codigo: 'ES', nombre: 'España' },
  { codigo: 'CL', nombre: 'Chile' },
]

export function createHost(): FormulaHost {
  let last = 0
  return {
    zonaHoraria: 'UTC',
    now: () => Date.UTC(2026, 10, 21, 12),
    parametro: (nombre) => (nombre === 'iva' ? 0.21 : undefined),
    isSecret: () => false,
    tabla: (nombre, columna = 'codigo') =>
      nombre === 'paises' && (columna === 'codigo' || columna === 'nombre')
        ? (clave) => PAISES.find((row) => row[columna] === clave)
        : undefined,
    columnas: (nombre) => (nombre === 'paises' ? ['codigo', 'nombre'] : undefined),
    consecutivo: async () => ++last,
  }
}

/** Names are the fields of the frame. */
export function compile(
  formula: string,
  frame: Frame = {},
  { host = createHost(), limits = {} }: { host?: FormulaHost; limits?: Partial<Limits> } = {},
) {
  const compiled = compileExpresion<Frame>(
    formula,
    { host, resolve: (nombre) => (Object.hasOwn(frame, nombre) ? (each) => each[nombre] : undefined) },
    { funciones: FUNCIONES, limits: { ...LIMITS, ...limits } },
  )
  if (!compiled.ok) throw new Error(compiled.errores.map(({ mensaje }) => mensaje).join())
  return compiled.expresion
}

export function evaluate(formula: string, frame: Frame = {}): unknown {
  return compile(formula, frame).evaluate(frame)
}
