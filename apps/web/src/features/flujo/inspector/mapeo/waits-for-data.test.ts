import type { Computed } from '@div/nodos/muestras'
import { expect, test } from 'vitest'
import { waitsForData } from './waits-for-data.ts'

test.each<[Computed | null, boolean]>([
  [{ clase: 'error', mensaje: 'No existe «q».' }, true],
  [{ clase: 'error', mensaje: 'De «q» todavía no hay datos.' }, true],
  [{ clase: 'error', mensaje: 'No existe «otro».' }, false],
  [{ clase: 'valor', valor: '«q»' }, false],
  [null, false],
])('%j waits for data: %s', (computed, expected) => {
  expect(waitsForData(computed, [{ nodo: 'q' }])).toBe(expected)
})
