import { expect, test } from 'vitest'
import { readMarcas } from './read-marcas.ts'
import { writeConsulta } from './write-consulta.ts'

test.each([
  ['factura', { empiezan: `'factura':*`, alguna: `'factura'` }],
  ['Cómo se anula', { empiezan: `'cómo':* & 'se' & 'anula':*`, alguna: `'cómo' | 'se' | 'anula'` }],
  ["o'hara & (1) :* \\ !", { empiezan: `'o' & 'hara':* & '1'`, alguna: `'o' | 'hara' | '1'` }],
])('%s asks for its words', (texto, consulta) => {
  expect(writeConsulta(texto)).toEqual(consulta)
})

test.each(['¿¡…!?', '"factura electrónica"', 'factura -abono', 'abono or factura'])(
  '%s is left to the search of the database',
  (texto) => {
    expect(writeConsulta(texto)).toBeNull()
  },
)

test('what was marked is told by its place and its words', () => {
  expect(readMarcas('la \u0002Factura\u0003 y la \u0002factura\u0003.')).toEqual({
    marcas: [
      { desde: 3, hasta: 10 },
      { desde: 16, hasta: 23 },
    ],
    palabras: ['factura'],
  })
})
