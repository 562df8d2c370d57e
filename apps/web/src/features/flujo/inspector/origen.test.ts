import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Origen, readValor, showValor, type Way, wayOf } from './origen.ts'

test.each<[Origen, Way]>([
  [{}, 'dato'],
  [{ valorAsignado: { nodo: 'n1', ruta: '' } }, 'dato'],
  [{ valor: '' }, 'valor'],
  [{ valor: null }, 'valor'],
  [{ expresion: '' }, 'formula'],
])('%j is given as %s', (origen, expected) => {
  expect(wayOf(origen)).toBe(expected)
})

test.each([
  ['hola', 'hola'],
  ['7', 7],
  ['1.0', '1.0'],
  ['true', true],
  ['"7"', '7'],
  ['[1,2]', [1, 2]],
  ['{', '{'],
])('«%s» typed is %j', (text, expected) => {
  expect(readValor(text)).toEqual(expected)
})

test('every value is shown as it would be typed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(readValor(showValor(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
