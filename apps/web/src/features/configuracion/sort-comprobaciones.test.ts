import type { Comprobacion } from '@div/contract'
import { expect, test } from 'vitest'
import { sortComprobaciones, summarizeComprobaciones } from './sort-comprobaciones.ts'

const found = (estados: readonly Comprobacion['estado'][]): Comprobacion[] =>
  estados.map((estado, index) => ({ id: String(index), titulo: '', estado, detalle: '', queHacer: null }))

test('what fails stands first, then what warns, each in its order', () => {
  const sorted = sortComprobaciones(found(['ok', 'aviso', 'falla', 'aviso', 'ok']))
  expect(sorted.map(({ id }) => id)).toEqual(['2', '1', '3', '0', '4'])
})

test.each([
  [['ok', 'aviso', 'falla', 'aviso'], '1 falla · 2 avisos · 1 correcta'],
  [['ok', 'ok'], '2 correctas'],
] as const)('%o: %s', (estados, text) => {
  expect(summarizeComprobaciones(found(estados))).toBe(text)
})
