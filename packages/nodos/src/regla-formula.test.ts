import { LIMITS } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computingWith, type Muestras } from './muestras.ts'
import type { Regla } from './regla.ts'
import { formulaToRegla, reglaToFormula } from './regla-formula.ts'

const { computeOrigen, computeRegla } = computingWith()

const MUESTRAS: Muestras = { salidas: new Map([['n1', { a: 3, b: 'x', c: null }]]) }
const operand = fc.constantFrom(
  { valor: 3 },
  { valor: 'x' },
  { valor: 'di "no"' },
  { valor: null },
  { valor: true },
  { valorAsignado: { nodo: 'n1', ruta: 'a' } },
  { valorAsignado: { nodo: 'n1', ruta: 'b' } },
  { expresion: 'n1.a + 1' },
)
const fila = fc.record({
  izquierda: operand,
  operador: fc.constantFrom('igual' as const, 'distinto' as const),
  derecha: operand,
})
const { regla } = fc.letrec<{ regla: Regla }>((tie) => ({
  regla: fc
    .tuple(
      fc.boolean(),
      fc.array(fc.oneof({ maxDepth: 3 }, fila, tie('regla')), { minLength: 1, maxLength: 3 }),
    )
    .map(([isAnd, items]): Regla => (isAnd ? { y: items } : { o: items })),
}))

test('the formula of a rule, and the rule of that formula, say what the rule said', () => {
  fc.assert(
    fc.property(regla, (some) => {
      const expresion = reglaToFormula(some)
      const again = expresion === null ? null : formulaToRegla(expresion, LIMITS)
      if (expresion === null || again === null) throw new Error('these operators are of both')
      const expected = computeRegla(some, MUESTRAS)
      expect(computeOrigen({ expresion }, MUESTRAS)).toEqual(expected)
      expect(computeRegla(again, MUESTRAS)).toEqual(expected)
    }),
  )
})

describe('what only one of them can say stays as it is', () => {
  test.each<[Regla]>([
    [{ y: [{ izquierda: { valor: 'a' }, operador: 'contiene', derecha: { valor: 'b' } }] }],
    [{ y: [{ izquierda: { valor: 'a' }, operador: 'igual' }] }],
    [
      {
        y: [
          {
            izquierda: { valorAsignado: { nodo: 'n1', ruta: 'a', opcional: true } },
            operador: 'igual',
            derecha: { valor: 1 },
          },
        ],
      },
    ],
  ])('%j is no formula', (some) => {
    expect(reglaToFormula(some)).toBeNull()
  })

  test.each([['NO n1.a = 1'], ['ES_VACIO(n1.a)'], ['n1.a = '], ['n1.a + 1']])(
    '%s is no rule',
    (expresion) => {
      expect(formulaToRegla(expresion, LIMITS)).toBeNull()
    },
  )
})

test('a chain of the same word is one group', () => {
  expect(formulaToRegla('n1.a = 1 Y n1.b = 2 Y (n1.c = 3 O n1.c = "x")', LIMITS)).toEqual({
    y: [
      { izquierda: { expresion: 'n1.a' }, operador: 'igual', derecha: { valor: 1 } },
      { izquierda: { expresion: 'n1.b' }, operador: 'igual', derecha: { valor: 2 } },
      {
        o: [
          { izquierda: { expresion: 'n1.c' }, operador: 'igual', derecha: { valor: 3 } },
          { izquierda: { expresion: 'n1.c' }, operador: 'igual', derecha: { valor: 'x' } },
        ],
      },
    ],
  })
})
