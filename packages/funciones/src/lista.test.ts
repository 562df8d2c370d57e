import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate } from './testing.ts'

const item = fc.record({ k: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(null)), id: fc.nat() })
const items = fc.array(item, { maxLength: 40 })

test('equal keys keep their order, ascending and descending, and nulls come last', () => {
  fc.assert(
    fc.property(items, (a) => {
      const last = (key: number | null, sign: number) => (key === null ? 4 : key * sign)
      expect(evaluate('ORDENAR(a; elemento.k)', { a })).toEqual(
        a.toSorted((x, y) => last(x.k, 1) - last(y.k, 1)),
      )
      expect(evaluate('ORDENAR_DESC(a; elemento.k)', { a })).toEqual(
        a.toSorted((x, y) => last(x.k, -1) - last(y.k, -1)),
      )
    }),
  )
})

test('groups hold every item once, in its order', () => {
  fc.assert(
    fc.property(items, (a) => {
      const groups = [...Map.groupBy(a, ({ k }) => k)].map(([clave, elementos]) => ({ clave, elementos }))
      expect(evaluate('AGRUPAR(a; elemento.k)', { a })).toEqual(groups)
    }),
  )
})

test('pieces put together are the list, and reversing twice changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 9 }), (a, n) => {
      expect(evaluate('APLANAR(TROCEAR(a; n))', { a, n })).toEqual(a)
      expect(evaluate('INVERTIR(INVERTIR(a))', { a })).toEqual(a)
      expect(evaluate('UNIR_LISTAS(TOMAR(a; n); TOMAR(a; CONTAR(a); n))', { a, n })).toEqual(a)
      expect(evaluate('UNICOS(a)', { a })).toEqual([...new Set(a)])
    }),
  )
})

test.each<[string, unknown]>([
  ['UNICOS([VERDADERO; "VERDADERO"; 1; "1"; NULO; "null"])', [true, 'VERDADERO', 1, null, 'null']],
  ['SECUENCIA(0; 0.3; 0.1)', [0, 0.1, 0.2, 0.3]],
  ['SECUENCIA(1; -1; -0.5)', [1, 0.5, 0, -0.5, -1]],
  ['SECUENCIA(2; 1)', []],
  [
    'ORDENAR(["10"; "9"; "9007199254740993"; "9007199254740992"])',
    ['9', '10', '9007199254740992', '9007199254740993'],
  ],
  ['ORDENAR([2; "a"; 1; "b"])', [1, 2, 'a', 'b']],
  ['ORDENAR_DESC([2; "a"; NULO; 1; VERDADERO])', [true, 'a', 2, 1, null]],
  ['ORDENAR(["10"; "9"; "1a"])', ['9', '10', '1a']],
  ['CAMPO(ORDENAR([{ k: "b" }; { k: 2 }; {}; { k: "a" }]; elemento.k); "k")', [2, 'a', 'b', null]],
  ['SUMAR_SI([{ v: 100.1 }; { v: -100 }]; VERDADERO; elemento.v)', 0.1],
])('%s is %j', (formula, expected) => {
  expect(evaluate(formula)).toEqual(expected)
})
