import { TIPOS_DATO, type TipoDato } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCell, showCell } from './cell-text.ts'

test.each<[TipoDato, unknown, string]>([
  ['texto', 'hola', 'hola'],
  ['decimal', 1234.5, '1234,5'],
  ['booleano', true, 'Sí'],
  ['fecha', '2026-11-21', '21/11/2026'],
  ['fechaHora', new Date(2026, 10, 21, 9, 5, 7).toISOString(), '21/11/2026 09:05:07'],
  ['objeto', { a: [1] }, '{"a":[1]}'],
  ['entero', null, ''],
])('a %s %j is shown as %s', (tipo, value, text) => {
  expect(showCell(value, tipo)).toBe(text)
})

test.each<[TipoDato, string, unknown]>([
  ['entero', '1.234.567', 1_234_567],
  ['entero', '9223372036854775807', '9223372036854775807'],
  ['entero', 'muchos', 'muchos'],
  ['decimal', '1.234,56', 1234.56],
  ['decimal', '1234.56', 1234.56],
  ['decimal', '-0,5', -0.5],
  ['decimal', '0,1234567890123456789', '0.1234567890123456789'],
  ['booleano', 'VERDADERO', true],
  ['booleano', 'no', false],
  ['booleano', 'quizá', 'quizá'],
  ['fecha', '1/2/2026', '2026-02-01'],
  ['fecha', '2026-02-01', '2026-02-01'],
  ['fechaHora', '2026-02-01T00:00:00Z', '2026-02-01T00:00:00.000Z'],
  ['fechaHora', '1/2/2026 9:30', new Date(2026, 1, 1, 9, 30).toISOString()],
  ['fechaHora', 'mañana', 'mañana'],
  ['lista', '[1, 2]', [1, 2]],
  ['lista', '[1, 2', '[1, 2'],
  ['texto', ' dos ', ' dos '],
  ['texto', '  ', null],
])('in a cell of %s the text %j is %j', (tipo, text, value) => {
  expect(readCell(text, tipo)).toEqual(value)
})

const VALUES: Readonly<Partial<Record<TipoDato, fc.Arbitrary<unknown>>>> = {
  texto: fc.string().filter((text) => text.trim() !== ''),
  entero: fc.integer(),
  decimal: fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => cents / 100),
  booleano: fc.boolean(),
  fecha: fc
    .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fechaHora: fc
    .integer({ min: 0, max: 4_000_000_000 })
    .map((seconds) => new Date(seconds * 1_000).toISOString()),
  objeto: fc.dictionary(fc.string(), fc.jsonValue()),
  lista: fc.array(fc.jsonValue()),
}

test.each(TIPOS_DATO.filter((tipo) => VALUES[tipo]))(
  'a value of %s that is copied is pasted as itself',
  (tipo) => {
    const values = VALUES[tipo] ?? fc.constant(null)
    fc.assert(
      fc.property(values, (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value))
        expect(readCell(showCell(plain, tipo), tipo)).toEqual(plain)
      }),
    )
  },
)

test('any text in any cell is some value', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...TIPOS_DATO), (text, tipo) => {
      expect(readCell(text, tipo)).not.toBeUndefined()
    }),
  )
})
