import { type Computed, computingWith } from '@div/nodos/muestras'
import { expect, test } from 'vitest'
import { waitsForData } from './waits-for-data.ts'

const { computeOrigen } = computingWith()

const NO_DATA = { salidas: new Map<string, unknown>() }

test.each<[Computed | null, boolean]>([
  [computeOrigen({ expresion: 'q.total * 2' }, NO_DATA), true],
  [computeOrigen({ valorAsignado: { nodo: 'q', ruta: 'total' } }, NO_DATA), true],
  [computeOrigen({ expresion: 'otro.total' }, NO_DATA), false],
  [computeOrigen({ expresion: 'q.' }, NO_DATA), false],
  [{ clase: 'valor', valor: '«q»' }, false],
  [null, false],
])('%j waits for data: %s', (computed, expected) => {
  expect(waitsForData(computed, [{ nodo: 'q' }])).toBe(expected)
})
