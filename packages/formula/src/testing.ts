import { LIMITS, type Limits } from '@div/contract'
import type { Ast } from './ast.ts'
import { compileExpresion } from './compile-expresion.ts'
import { createCatalogo, type FuncionDefinition } from './define-funcion.ts'
import type { FormulaHost } from './expresion.ts'
import { parseExpresion } from './parse.ts'

/** What the tests of this package share. */

type Frame = Readonly<Record<string, unknown>>
export interface World {
  funciones?: readonly FuncionDefinition[]
  limits?: Partial<Limits>
  host?: Partial<FormulaHost>
}

export function compile(formula: string, frame: Frame = {}, { funciones = [], limits, host }: World = {}) {
  const names = new Set(Object.keys(frame))
  const world: FormulaHost = {
    zonaHoraria: 'UTC',
    now: () => 0,
    parametro: () => undefined,
    isSecret: () => false,
    tabla: () => undefined,
    columnas: () => undefined,
    consecutivo: () => Promise.reject(new Error('no sequence in this test')),
    ...host,
  }
  return compileExpresion<Frame>(
    formula,
    { host: world, resolve: (nombre) => (names.has(nombre) ? (each) => each[nombre] : undefined) },
    { funciones: createCatalogo(funciones), limits: { ...LIMITS, ...limits } },
  )
}

export function evaluate(formula: string, frame: Frame = {}, world: World = {}): unknown {
  const compiled = compile(formula, frame, world)
  if (!compiled.ok) throw new Error(compiled.errores.map(({ mensaje }) => mensaje).join(' '))
  return compiled.expresion.evaluate(frame)
}

export function parse(texto: string): Ast {
  const result = parseExpresion(texto, LIMITS)
  if (!result.ok) throw new Error(`${texto}: ${result.errores.map(({ mensaje }) => mensaje).join(' ')}`)
  return result.ast
}
