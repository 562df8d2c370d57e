export { type ArgumentReader, readersOf } from './argument-readers.ts'
export {
  add,
  applyFunction,
  divide,
  logarithm,
  modulo,
  multiply,
  power,
  quotient,
  roundTo,
  subtract,
  toBigInt,
} from './arithmetic.ts'
export type { Ast } from './ast.ts'
export { areRecords, blankColumn, type Lote, MAX_LOTE } from './column.ts'
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
export type {
  ErrorDeExpresion,
  Expresion,
  ExpresionScope,
  FormulaHost,
  ReferenciaDeExpresion,
} from './expresion.ts'
export { failFormula } from './fail-formula.ts'
export { type Meter, payForAll } from './meter.ts'
export { compareSortKeys, type SortKey, sortKeyOf } from './order.ts'
export { parseExpresion } from './parse.ts'
export { parser as formulaParser } from './parser.generated.ts'
export {
  compareValues,
  describe,
  equalValues,
  isNothing,
  isTrue,
  numberProblem,
  readProperty,
  safeName,
  toDecimal,
  toJson,
  toLogico,
  toTexto,
} from './values.ts'
