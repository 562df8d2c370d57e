import type { Limits, TipoDato } from '@div/contract'
import { add, divide, modulo, multiply, subtract } from './arithmetic.ts'
import type { Ast, BinaryOperator } from './ast.ts'
import { compileCall } from './compile-call.ts'
import { type Compiled, type Evaluate, readConstant } from './compiled.ts'
import type { FuncionCatalogo } from './define-funcion.ts'
import type { ErrorDeExpresion, ExpresionScope, ReferenciaDeExpresion } from './expresion.ts'
import { compareValues, equalValues, failFormula, isTrue, readProperty, toTexto } from './values.ts'

/** Keys that could reach behind plain data; refused wherever they are written. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])
const LOCALS = new Set(['elemento', 'indice', 'acumulado'])

/** Turns a tree into closures and gathers what is wrong with it. */
export class Compiler<Frame> {
  readonly errores: ErrorDeExpresion[] = []
  readonly referencias: ReferenciaDeExpresion[] = []
  hasEffects = false
  readonly scope: ExpresionScope<Frame>
  readonly funciones: FuncionCatalogo
  readonly limits: Limits
  /** How many lambdas are around what is being compiled. */
  lambdas = 0

  constructor(scope: ExpresionScope<Frame>, funciones: FuncionCatalogo, limits: Limits) {
    this.scope = scope
    this.funciones = funciones
    this.limits = limits
  }

  /** `opcional`: it stands where a node that did not run is expected. */
  compile(ast: Ast, opcional = false): Compiled<Frame> {
    switch (ast.clase) {
      case 'literal':
        return constant(ast.valor)
      case 'referencia':
      case 'propiedad':
      case 'indice':
        return this.#compilePath(ast, opcional)
      case 'lista':
        return this.#compileList(ast)
      case 'objeto':
        return this.#compileObject(ast)
      case 'negativo':
        return this.#compileUnary(ast.valor, (value) => subtract(0, value), 'decimal')
      case 'no':
        return this.#compileUnary(ast.valor, (value) => !isTrue(value), 'booleano')
      case 'binario':
        return this.#compileBinary(ast)
      case 'llamada':
        return compileCall(this, ast)
    }
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
    const { root, ruta } = staticPath(ast)
    const base = root ? this.#compileRoot(root, ruta, opcional, ast.hasta) : null
    return this.#compileAccess(ast, base)
  }

  /** The accesses of a path on top of its root, which has been noted already. */
  #compileAccess(ast: Ast, root: Compiled<Frame> | null): Compiled<Frame> {
    if (ast.clase === 'propiedad') {
      const { nombre } = ast
      if (FORBIDDEN.has(nombre)) return this.fail(ast, `«${nombre}» no es un dato.`)
      const object = this.#compileAccess(ast.objeto, root).evaluate
      return {
        evaluate: (evaluation) => readProperty(object(evaluation), nombre),
        tipo: 'cualquiera',
        constant: false,
      }
    }
    if (ast.clase === 'indice') {
      const object = this.#compileAccess(ast.objeto, root).evaluate
      const key = this.compile(ast.clave)
      if (key.constant) {
        const known = readConstant(key)
        if (typeof known === 'string' && FORBIDDEN.has(known))
          return this.fail(ast.clave, `«${known}» no es un dato.`)
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
    if (this.lambdas > 0 && LOCALS.has(nombre))
      return { evaluate: local(nombre), tipo: nombre === 'indice' ? 'entero' : 'cualquiera', constant: false }
    const read = this.scope.resolve(nombre)
    if (!read) return this.fail(ast, `No existe «${nombre}».`)
    this.referencias.push({ nombre, ruta, opcional, desde: ast.desde, hasta })
    return {
      // Outside an evaluation there is no frame, and nothing is evaluated.
      evaluate: ({ frame }) => (frame === null ? null : (read(frame) ?? null)),
      tipo: 'cualquiera',
      constant: false,
    }
  }

  #compileList({ elementos }: Extract<Ast, { clase: 'lista' }>): Compiled<Frame> {
    const items = elementos.map((each) => this.compile(each).evaluate)
    return { evaluate: (evaluation) => items.map((item) => item(evaluation)), tipo: 'lista', constant: false }
  }

  #compileObject({ pares }: Extract<Ast, { clase: 'objeto' }>): Compiled<Frame> {
    const fields = pares.map(({ nombre, valor }) => {
      if (FORBIDDEN.has(nombre)) this.fail(valor, `«${nombre}» no puede ser el nombre de un dato.`)
      return { nombre, evaluate: this.compile(valor).evaluate }
    })
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

  #compileUnary(ast: Ast, operate: (value: unknown) => unknown, tipo: TipoDato): Compiled<Frame> {
    const value = this.compile(ast)
    const { evaluate } = value
    return this.fold({
      evaluate: (evaluation) => operate(evaluate(evaluation)),
      tipo,
      constant: value.constant,
    })
  }

  #compileBinary(ast: Extract<Ast, { clase: 'binario' }>): Compiled<Frame> {
    const [left, right] = [this.compile(ast.izquierda), this.compile(ast.derecha)]
    const { tipo, evaluate } = this.#operator(ast.operador, left.evaluate, right.evaluate)
    return this.fold({ evaluate, tipo, constant: left.constant && right.constant })
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
      case '&': {
        const { textoFormula } = this.limits
        return {
          tipo: 'texto',
          evaluate: (evaluation) => concatenate(left(evaluation), right(evaluation), textoFormula),
        }
      }
      default: {
        const operate = OPERATIONS[operador]
        const tipo = operador in ARITHMETIC ? 'decimal' : 'booleano'
        return { tipo, evaluate: (evaluation) => operate(left(evaluation), right(evaluation)) }
      }
    }
  }

  /** What depends on nothing is computed now; what fails is left to fail when, and if, it is reached. */
  fold(compiled: Compiled<Frame>): Compiled<Frame> {
    if (!compiled.constant || this.errores.length > 0) return compiled
    try {
      return { ...constant<Frame>(readConstant(compiled)), tipo: compiled.tipo }
    } catch {
      return { ...compiled, constant: false }
    }
  }
}

const ARITHMETIC = { '+': add, '-': subtract, '*': multiply, '/': divide, '%': modulo }
const OPERATIONS = {
  ...ARITHMETIC,
  '=': equalValues,
  '<>': (left: unknown, right: unknown) => !equalValues(left, right),
  '<': (left: unknown, right: unknown) => compareValues(left, right) < 0,
  '<=': (left: unknown, right: unknown) => compareValues(left, right) <= 0,
  '>': (left: unknown, right: unknown) => compareValues(left, right) > 0,
  '>=': (left: unknown, right: unknown) => compareValues(left, right) >= 0,
}

function constant<Frame>(value: unknown): Compiled<Frame> {
  return { evaluate: () => value, tipo: tipoOf(value), constant: true }
}

function tipoOf(value: unknown): TipoDato {
  if (typeof value === 'string') return 'texto'
  if (typeof value === 'number') return Number.isInteger(value) ? 'entero' : 'decimal'
  return typeof value === 'boolean' ? 'booleano' : 'cualquiera'
}

function concatenate(left: unknown, right: unknown, maximo: number): string {
  const text =
    (typeof left === 'string' ? left : toTexto(left)) + (typeof right === 'string' ? right : toTexto(right))
  return text.length > maximo ? failFormula(`el texto pasa de ${maximo} caracteres`) : text
}

function local<Frame>(nombre: string): Evaluate<Frame> {
  if (nombre === 'elemento') return (evaluation) => evaluation.elemento ?? null
  return nombre === 'indice'
    ? (evaluation) => evaluation.indice
    : (evaluation) => evaluation.acumulado ?? null
}

/** The root of a path and the part of it that is known without running: `n2.filas[0].email`. */
function staticPath(ast: Ast): { root: Extract<Ast, { clase: 'referencia' }> | null; ruta: string } {
  if (ast.clase === 'referencia') return { root: ast, ruta: '' }
  if (ast.clase === 'propiedad') {
    const { root, ruta } = staticPath(ast.objeto)
    return { root, ruta: ruta === '' ? ast.nombre : `${ruta}.${ast.nombre}` }
  }
  if (ast.clase === 'indice') {
    const { root, ruta } = staticPath(ast.objeto)
    const key = ast.clave.clase === 'literal' ? ast.clave.valor : null
    return { root, ruta: typeof key === 'number' ? `${ruta}[${key}]` : ruta }
  }
  return { root: null, ruta: '' }
}
