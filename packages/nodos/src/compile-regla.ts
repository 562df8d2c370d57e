import type { Read, Scope } from '@div/engine'
import { compareValues, describe, equalValues, failFormula, isNothing, toTexto } from '@div/formula'
import type { Fila, Operador, Regla } from './regla.ts'

type Test = Read<boolean>

/** A rule as one function. Values are compared as formulas compare them. */
export function compileRegla(regla: Regla, campo: string, scope: Scope): Test {
  const [word, items] = 'y' in regla ? (['y', regla.y] as const) : (['o', regla.o] as const)
  const tests = items.map((item, index) => {
    const place = `${campo}.${word}[${index}]`
    return 'operador' in item ? compileFila(item, place, scope) : compileRegla(item, place, scope)
  })
  const [only, ...others] = tests
  if (only && others.length === 0) return only
  return word === 'y'
    ? (frame) => tests.every((test) => test(frame))
    : (frame) => tests.some((test) => test(frame))
}

const UNARY: Partial<Record<Operador, (value: unknown) => boolean>> = {
  vacio: isEmpty,
  noVacio: (value) => !isEmpty(value),
}

const BINARY: Partial<Record<Operador, (left: unknown, right: unknown) => boolean>> = {
  igual: equalValues,
  distinto: (left, right) => !equalValues(left, right),
  mayor: (left, right) => compareValues(left, right) > 0,
  mayorIgual: (left, right) => compareValues(left, right) >= 0,
  menor: (left, right) => compareValues(left, right) < 0,
  menorIgual: (left, right) => compareValues(left, right) <= 0,
  contiene: contains,
  noContiene: (left, right) => !contains(left, right),
  empiezaCon: matches((text, start) => text.startsWith(start)),
  terminaCon: matches((text, end) => text.endsWith(end)),
  en: isIn,
}
const NO_LIST = 'El operador «en» necesita una lista a la derecha.'

function compileFila({ izquierda, operador, derecha }: Fila, campo: string, scope: Scope): Test {
  const left = scope.readNow(izquierda, `${campo}.izquierda`)
  const unary = UNARY[operador]
  if (unary) return (frame) => unary(left(frame))
  const binary = BINARY[operador]
  if (!derecha || !binary) {
    scope.finding(`${campo}.derecha`, 'Falta el valor con el que se compara.')
    return () => false
  }
  if (operador === 'en' && 'valor' in derecha && !isNothing(derecha.valor) && !Array.isArray(derecha.valor)) {
    scope.finding(`${campo}.derecha`, NO_LIST)
  }
  const right = scope.readNow(derecha, `${campo}.derecha`)
  return (frame) => binary(left(frame), right(frame))
}

/** As ES_VACIO. */
function isEmpty(value: unknown): boolean {
  if (isNothing(value)) return true
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0
}

/** Null is no text: it holds none, and no text begins with it, as in CONTIENE and EMPIEZA_CON. */
function matches(test: (text: string, part: string) => boolean): (left: unknown, right: unknown) => boolean {
  return (left, right) => !isNothing(left) && !isNothing(right) && test(toTexto(left), toTexto(right))
}

const includes = matches((text, part) => text.includes(part))

/** A list holds an equal item; a text holds the other as a part. */
function contains(whole: unknown, part: unknown): boolean {
  return Array.isArray(whole) ? isIn(part, whole) : includes(whole, part)
}

/** Null is in no list, and nothing is in a list that is missing. */
function isIn(value: unknown, list: unknown): boolean {
  if (isNothing(value) || isNothing(list)) return false
  if (!Array.isArray(list))
    return failFormula(`«en» necesita una lista a la derecha y recibió ${describe(list)}`)
  return list.some((item) => equalValues(item, value))
}
