import type { Limits, TipoDato } from '@div/contract'
import {
  add,
  addNumbers,
  divide,
  modulo,
  multiply,
  multiplyNumbers,
  negate,
  subtract,
  subtractNumbers,
} from './arithmetic.ts'
import type { Ast, BinaryOperator } from './ast.ts'
import {
  columnOf,
  type EvaluateAll,
  fieldColumn,
  itemColumn,
  operatorColumn,
  productColumn,
} from './column.ts'
import { compileCall } from './compile-call.ts'
import { type Compiled, type Evaluate, readConstant } from './compiled.ts'
import type { FuncionCatalogo } from './define-funcion.ts'
import type { ErrorDeExpresion, ExpresionScope, ReferenciaDeExpresion } from './expresion.ts'
import { failFormula } from './fail-formula.ts'
import { located } from './located.ts'
import type { Meter } from './meter.ts'
import { readStaticPath } from './static-path.ts'
import {
  compareValues,
  equalValues,
  isForbiddenName,
  isTrue,
  propertyReader,
  readProperty,
  toTexto,
} from './values.ts'

const CHARACTERS_PER_STEP = 256
const LOCALS = new Set(['elemento', 'indice', 'acumulado'])

/** Turns a tree into closures and gathers what is wrong with it. */
export class Compiler<Frame> {
  readonly errores: ErrorDeExpresion[] = []
  readonly referencias: ReferenciaDeExpresion[] = []
  hasEffects = false
  isSecret = false
  readonly scope: ExpresionScope<Frame>
  readonly funciones: FuncionCatalogo
  readonly limits: Limits
  /** It makes lists or objects item by item: a few steps can then share one value any number of times. */
  multiplies = false
  /** How many lambdas are around what is being compiled. */
  #lambdas = 0

  /** What it compiles says of a failure where it came up; that costs too much to be paid before anything fails. */
  readonly #locates: boolean

  constructor(scope: ExpresionScope<Frame>, funciones: FuncionCatalogo, limits: Limits, locates = false) {
    this.#locates = locates
    this.scope = scope
    this.funciones = funciones
    this.limits = limits
  }

  /** `opcional`: it stands where a node that did not run is expected. */
  compile(ast: Ast, opcional = false): Compiled<Frame> {
    switch (ast.clase) {
      case 'literal':
        return constant(ast.valor)
      case 'numero':
        return { ...constant<Frame>(ast.valor), tipo: Number.isInteger(ast.valor) ? 'entero' : 'decimal' }
      case 'referencia':
      case 'propiedad':
      case 'indice':
        return this.#compilePath(ast, opcional)
      case 'lista':
        return this.#compileList(ast)
      case 'objeto':
        return this.#compileObject(ast)
      case 'negativo':
        return this.#compileUnary(ast, '-', negate, 'decimal')
      case 'no':
        return this.#compileUnary(ast, 'NO', (value) => !isTrue(value), 'booleano')
      case 'binario':
        return this.#compileBinary(ast)
      case 'llamada':
        return compileCall(this, ast)
    }
  }

  /** An argument that is evaluated for each item; a long one costs more. */
  compileLambda(ast: Ast): Compiled<Frame> {
    this.#lambdas++
    const { evaluate, tipo } = this.compile(ast)
    this.#lambdas--
    const steps = 1 + Math.floor((ast.hasta - ast.desde) / CHARACTERS_PER_STEP)
    return {
      evaluate: (evaluation) => {
        evaluation.spend(steps)
        return evaluate(evaluation)
      },
      tipo,
      constant: false,
    }
  }

  /** With the place of a call or of an operator on what fails in it. */
  locate(evaluate: Evaluate<Frame>, operacion: string, desde: number): Evaluate<Frame> {
    return this.#locates ? located(evaluate, operacion, desde) : evaluate
  }

  /** Of a list, an object or a call that has been compiled. */
  noteResult(tipo: TipoDato): void {
    if (this.#lambdas > 0 && (tipo === 'lista' || tipo === 'objeto')) this.multiplies = true
  }

  fail({ desde, hasta }: Pick<Ast, 'desde' | 'hasta'>, mensaje: string): Compiled<Frame> {
    this.errores.push({ desde, hasta, mensaje })
    return constant(null)
  }

  #compilePath(
    ast: Extract<Ast, { clase: 'referencia' | 'propiedad' | 'indice' }>,
    opcional: boolean,
  ): Compiled<Frame> {
    if (ast.clase === 'referencia') return this.#compileRoot(ast, '', opcional, ast.hasta)
    const { root, ruta } = readStaticPath(ast)
    const base = root ? this.#compileRoot(root, ruta, opcional, ast.hasta) : null
    return this.#compileAccess(ast, base)
  }

  /** The accesses of a path on top of its root, which has been noted already. */
  #compileAccess(ast: Ast, root: Compiled<Frame> | null): Compiled<Frame> {
    if (ast.clase === 'propiedad') {
      const { nombre } = ast
      if (isForbiddenName(nombre)) return this.fail(ast, `«${nombre}» no es un dato.`)
      const object = this.#compileAccess(ast.objeto, root)
      return {
        evaluate: readsProperty(object, nombre),
        tipo: 'cualquiera',
        constant: false,
        ...(object.isItem && { all: fieldColumn(nombre) }),
      }
    }
    if (ast.clase === 'indice') {
      const object = this.#compileAccess(ast.objeto, root).evaluate
      const key = this.compile(ast.clave)
      if (key.constant) {
        const known = readConstant(key, this.limits)
        if (isForbiddenName(known)) return this.fail(ast.clave, `«${known}» no es un dato.`)
        return {
          evaluate: (evaluation) => readProperty(object(evaluation), known),
          tipo: 'cualquiera',
          constant: false,
        }
      }
      const { evaluate } = key
      return {
        evaluate: (evaluation) => readProperty(object(evaluation), evaluate(evaluation)),
        tipo: 'cualquiera',
        constant: false,
      }
    }
    return ast.clase === 'referencia' && root ? root : this.compile(ast)
  }

  #compileRoot(
    ast: Extract<Ast, { clase: 'referencia' }>,
    ruta: string,
    opcional: boolean,
    hasta: number,
  ): Compiled<Frame> {
    const { nombre } = ast
    if (this.#lambdas > 0 && LOCALS.has(nombre))
      return { evaluate: local(nombre), tipo: nombre === 'indice' ? 'entero' : 'cualquiera', constant: false }
    const read = this.scope.resolve(nombre)
    if (!read) return this.fail(ast, `No existe «${nombre}».`)
    this.referencias.push({ nombre, ruta, opcional, desde: ast.desde, hasta })
    return {
      // Outside an evaluation there is no frame, and nothing is evaluated.
      evaluate: ({ frame }) => (frame === null ? null : (read(frame) ?? null)),
      tipo: 'cualquiera',
      constant: false,
      read,
      ...(this.scope.isItem?.(nombre) && { isItem: true, all: itemColumn() }),
    }
  }

  #compileList({ elementos }: Extract<Ast, { clase: 'lista' }>): Compiled<Frame> {
    const items = elementos.map((each) => this.compile(each).evaluate)
    this.noteResult('lista')
    return { evaluate: (evaluation) => items.map((item) => item(evaluation)), tipo: 'lista', constant: false }
  }

  #compileObject({ pares }: Extract<Ast, { clase: 'objeto' }>): Compiled<Frame> {
    const fields = pares.map(({ nombre, valor }) => {
      if (isForbiddenName(nombre)) this.fail(valor, `«${nombre}» no puede ser el nombre de un dato.`)
      return { nombre, evaluate: this.compile(valor).evaluate }
    })
    this.noteResult('objeto')
    return {
      evaluate: (evaluation) => {
        const object: Record<string, unknown> = {}
        for (const { nombre, evaluate } of fields) object[nombre] = evaluate(evaluation)
        return object
      },
      tipo: 'objeto',
      constant: false,
    }
  }

  #compileUnary(
    { valor, desde }: Extract<Ast, { clase: 'negativo' | 'no' }>,
    operador: string,
    operate: (value: unknown) => unknown,
    tipo: TipoDato,
  ): Compiled<Frame> {
    const value = this.compile(valor)
    const { evaluate } = value
    return this.fold({
      evaluate: this.locate((evaluation) => operate(evaluate(evaluation)), operador, desde),
      tipo,
      constant: value.constant,
    })
  }

  #compileBinary(ast: Extract<Ast, { clase: 'binario' }>): Compiled<Frame> {
    const [left, right] = [this.compile(ast.izquierda), this.compile(ast.derecha)]
    const { tipo, evaluate } = this.#operator(ast.operador, left.evaluate, right.evaluate)
    const all = operatorAll(ast.operador, left, right)
    return this.fold({
      evaluate: this.locate(evaluate, ast.operador, ast.signo),
      tipo,
      constant: left.constant && right.constant,
      ...(all && { all }),
    })
  }

  #operator(
    operador: BinaryOperator,
    left: Evaluate<Frame>,
    right: Evaluate<Frame>,
  ): { tipo: TipoDato; evaluate: Evaluate<Frame> } {
    switch (operador) {
      case 'Y':
        return {
          tipo: 'booleano',
          evaluate: (evaluation) => isTrue(left(evaluation)) && isTrue(right(evaluation)),
        }
      case 'O':
        return {
          tipo: 'booleano',
          evaluate: (evaluation) => isTrue(left(evaluation)) || isTrue(right(evaluation)),
        }
      case '+':
        return { tipo: 'decimal', evaluate: addition(left, right) }
      case '-':
        return { tipo: 'decimal', evaluate: subtraction(left, right) }
      case '*':
        return { tipo: 'decimal', evaluate: multiplication(left, right) }
      case '&':
        return { tipo: 'texto', evaluate: concatenation(left, right) }
      default: {
        const operate = OPERATIONS[operador]
        const tipo = operador === '/' || operador === '%' ? 'decimal' : 'booleano'
        return {
          tipo,
          evaluate: (evaluation) => operate(left(evaluation), right(evaluation), evaluation),
        }
      }
    }
  }

  /** What depends on nothing is computed now; what fails is left to fail when, and if, it is reached. */
  fold(compiled: Compiled<Frame>): Compiled<Frame> {
    if (!compiled.constant || this.errores.length > 0) return compiled
    try {
      return { ...constant<Frame>(readConstant(compiled, this.limits)), tipo: compiled.tipo }
    } catch {
      return { ...compiled, constant: false }
    }
  }
}

/** A field of what was compiled; of a name, as most paths have only one step, at once. */
function readsProperty<Frame>({ evaluate, read }: Compiled<Frame>, nombre: string): Evaluate<Frame> {
  const field = propertyReader(nombre)
  return read
    ? ({ frame }) => (frame === null ? null : field(read(frame)))
    : (evaluation) => field(evaluate(evaluation))
}

/** Where one of the sides has a way of its own for several items. */
function operatorAll<Frame>(
  operador: BinaryOperator,
  left: Compiled<Frame>,
  right: Compiled<Frame>,
): EvaluateAll<Frame> | null {
  if ((!left.all && !right.all) || operador === 'Y' || operador === 'O') return null
  const sides = [columnOf(left), columnOf(right)] as const
  switch (operador) {
    case '*':
      return productColumn(...sides, multiplyMetered)
    case '+':
      return operatorColumn(...sides, addMetered)
    case '-':
      return operatorColumn(...sides, subtractMetered)
    case '&':
      return operatorColumn(...sides, concatenate)
    default:
      return operatorColumn(...sides, OPERATIONS[operador])
  }
}

type Operation = (left: unknown, right: unknown, meter: Meter) => unknown

/*
 * What most formulas do has a closure for itself: numbers are computed in it, without a call through a variable; anything else is left to
 * the operation for any values.
 */

function addition<Frame>(left: Evaluate<Frame>, right: Evaluate<Frame>): Evaluate<Frame> {
  return (evaluation) => {
    const a = left(evaluation)
    const b = right(evaluation)
    return typeof a === 'number' && typeof b === 'number' ? addNumbers(a, b) : addMetered(a, b, evaluation)
  }
}

function subtraction<Frame>(left: Evaluate<Frame>, right: Evaluate<Frame>): Evaluate<Frame> {
  return (evaluation) => {
    const a = left(evaluation)
    const b = right(evaluation)
    return typeof a === 'number' && typeof b === 'number'
      ? subtractNumbers(a, b)
      : subtractMetered(a, b, evaluation)
  }
}

function multiplication<Frame>(left: Evaluate<Frame>, right: Evaluate<Frame>): Evaluate<Frame> {
  return (evaluation) => {
    const a = left(evaluation)
    const b = right(evaluation)
    return typeof a === 'number' && typeof b === 'number'
      ? multiplyNumbers(a, b)
      : multiplyMetered(a, b, evaluation)
  }
}

function concatenation<Frame>(left: Evaluate<Frame>, right: Evaluate<Frame>): Evaluate<Frame> {
  return (evaluation) => concatenate(left(evaluation), right(evaluation), evaluation)
}

const addMetered = metered(add)
const subtractMetered = metered(subtract)
const multiplyMetered = metered(multiply)
const OPERATIONS: Readonly<Record<Exclude<BinaryOperator, 'Y' | 'O' | '+' | '-' | '*' | '&'>, Operation>> = {
  '/': metered(divide),
  '%': metered(modulo),
  '=': equalValues,
  '<>': (left, right, meter) => !equalValues(left, right, meter),
  '<': metered((left, right) => compareValues(left, right) < 0),
  '<=': metered((left, right) => compareValues(left, right) <= 0),
  '>': metered((left, right) => compareValues(left, right) > 0),
  '>=': metered((left, right) => compareValues(left, right) >= 0),
}

/** Numbers are computed by the machine and cost nothing; numbers written as text and the order of texts take as long as a function. */
function metered(operate: (left: unknown, right: unknown) => unknown): Operation {
  return (left, right, meter) => {
    if (typeof left === 'string' || typeof right === 'string') meter.spend(1)
    return operate(left, right)
  }
}

function constant<Frame>(value: unknown): Compiled<Frame> {
  return { evaluate: () => value, tipo: tipoOf(value), constant: true }
}

function tipoOf(value: unknown): TipoDato {
  if (typeof value === 'string') return 'texto'
  if (typeof value === 'number') return Number.isInteger(value) ? 'entero' : 'decimal'
  return typeof value === 'boolean' ? 'booleano' : 'cualquiera'
}

function concatenate(left: unknown, right: unknown, meter: Meter): string {
  const text = toTexto(left, meter) + toTexto(right, meter)
  const { textoFormula } = meter.limits
  return text.length > textoFormula ? failFormula(`el texto pasa de ${textoFormula} caracteres`) : text
}

function local<Frame>(nombre: string): Evaluate<Frame> {
  if (nombre === 'elemento') return (evaluation) => evaluation.elemento ?? null
  return nombre === 'indice'
    ? (evaluation) => evaluation.indice
    : (evaluation) => evaluation.acumulado ?? null
}
