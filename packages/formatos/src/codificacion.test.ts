import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CODIFICACIONES, encodeText, openDecoder } from './codificacion.ts'
import { reglas } from './testing.ts'

const UNITS = {
  'utf-8': 'a€ñ𝄞\u0080',
  'utf-8-bom': 'a€ñ𝄞',
  'iso-8859-1': 'añ\u0080\u0093ÿ',
  'windows-1252': 'añ€“ÿ',
}

test.each(CODIFICACIONES)('any text of %s is read as it was written', (codificacion) => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...UNITS[codificacion]) }), (text) => {
      const decode = openDecoder(codificacion, reglas())
      const bytes = encodeText(text, codificacion, reglas())
      expect(decode(bytes.subarray(0, 1)) + decode(bytes.subarray(1)) + decode()).toBe(text)
    }),
  )
})

test.each([
  ['iso-8859-1', 'a€', '«€» no existe en iso-8859-1'],
  ['windows-1252', 'a𝄞', '«𝄞» no existe en windows-1252'],
] as const)('of %s, %j is refused', (codificacion, text, sentence) => {
  expect(() => encodeText(text, codificacion, reglas())).toThrow(sentence)
})

test('bytes that are no UTF-8 are refused', () => {
  expect(() => openDecoder('utf-8', reglas())(Uint8Array.of(0xff))).toThrow('no es texto utf-8')
})
