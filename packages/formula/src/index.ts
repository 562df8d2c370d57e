export { add, divide, modulo, multiply, round15, roundTo, subtract } from './arithmetic.ts'
export type { Ast } from './ast.ts'
export { compileExpresion } from './compile-expresion.ts'
export {
  createCatalogo,
  cualquiera,
  defineFuncion,
  type FuncionCatalogo,
  type FuncionContext,
  type FuncionDefinition,
  fecha,
  lambda,
  lazy,
  lista,
  normalizeName,
  numero,
  objeto,
  type ProblemaDeArgumento,
} from './define-funcion.ts'
export type { Expresion, ExpresionScope, FormulaHost, ReferenciaDeExpresion } from './expresion.ts'
export { failFormula } from './fail-formula.ts'
export { type Meter, payForAll } from './meter.ts'
export { parseExpresion } from './parse.ts'
export {
  compareValues,
  describe,
  equalValues,
  isNothing,
  isTrue,
  readProperty,
  safeName,
  toDecimal,
  toJson,
  toTexto,
} from './values.ts'
