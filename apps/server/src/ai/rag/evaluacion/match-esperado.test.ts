import { expect, test } from 'vitest'
import { matchesEsperado } from './match-esperado.ts'

const PASAJE = {
  documento: 'Facturas.md',
  texto: '## Anulación\n\nUna factura se anula con un **abono** del mismo importe.',
}

test.each([
  ['any passage of the document', 'facturas.md', '', true],
  ['another document', 'envios.md', '', false],
  ['all of the fragment', 'Facturas.md', 'una factura se anula con un abono', true],
  ['without accents, marks and capitals', 'Facturas.md', 'ANULACION una Factura', true],
  [
    'its second half: the cut divides it',
    'Facturas.md',
    'salvo que haya pasado un año. Una factura se anula con un abono',
    true,
  ],
  ['less than half of it', 'Facturas.md', 'salvo que haya pasado un año una factura', false],
  ['the same words in another order', 'Facturas.md', 'abono factura anula una', false],
  ['a piece of a word is no word', 'Facturas.md', 'actura', false],
])('%s', (_name, documento, fragmento, expected) => {
  expect(matchesEsperado(PASAJE, { documento, fragmento })).toBe(expected)
})
