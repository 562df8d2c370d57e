import type { Read, Scope } from '@div/engine'
import { compareValues, equalValues, toTexto } from '@div/formula'
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
  empiezaCon: (left, right) => toTexto(left).startsWith(toTexto(right)),
  terminaCon: (left, right) => toTexto(left).endsWith(toTexto(right)),
  en: (left, right) => contains(right, left),
}

function compileFila({ izquierda, operador, derecha }: Fila, campo: string, scope: Scope): Test {
  const left = scope.readNow(izquierda, `${campo}.izquierda`)
  const unary = UNARY[operador]
  if (unary) return (frame) => unary(left(frame))
  const binary = BINARY[operador]
  if (!derecha || !binary) {
    scope.finding(`${campo}.derecha`, 'Falta el valor con el que se compara.')
    return () => false
  }
  const right = scope.readNow(derecha, `${campo}.derecha`)
  return (frame) => binary(left(frame), right(frame))
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return Array.isArray(value) && value.length === 0
}

/** A list holds an equal item; a text holds the other as a part. */
function contains(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole)) return whole.some((item) => equalValues(item, part))
  return whole !== null && whole !== undefined && toTexto(whole).includes(toTexto(part))
}
