import { Binario, Fecha } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeValores, encodeValores } from './encode-valores.ts'

const valor = fc.letrec((tie) => ({
  valor: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.date({ noInvalidDate: true }),
    fc.nat({ max: 9_999 }).map((year) => new Fecha(year, 2, 3)),
    fc.uint8Array().map((bytes) => new Binario(bytes)),
    fc.array(tie('valor')),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('$div', 'valor', '__proto__')), tie('valor'), {
      noNullPrototype: true,
    }),
  ),
})).valor

test('what is read is what was written', () => {
  fc.assert(
    fc.property(valor, (value) => {
      expect(decodeValores(encodeValores(value))).toEqual(value)
    }),
    { numRuns: 1_000 },
  )
})

test('what is not there stays so in a list', () => {
  expect(decodeValores(encodeValores([1, undefined, { a: undefined, b: [undefined] }]))).toEqual([
    1,
    undefined,
    { a: undefined, b: [undefined] },
  ])
})
