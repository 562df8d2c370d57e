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
} from './define-funcion.ts'
export type { Expresion, ExpresionScope, FormulaHost, ReferenciaDeExpresion } from './expresion.ts'
export { parseExpresion } from './parse.ts'
export {
  compareValues,
  describe,
  equalValues,
  failFormula,
  isNothing,
  isTrue,
  readProperty,
  toDecimal,
  toTexto,
} from './values.ts'
