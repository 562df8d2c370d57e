import type { Paso } from '@div/contract'
import { expect, test } from 'vitest'
import { compareRuns, describeAbsence } from './compare-runs.ts'

const paso = (nodo: string, changes: Partial<Paso> = {}): Paso => ({
  nodo,
  estado: 'ok',
  inicio: 0,
  duracionMs: 1,
  intentos: 1,
  salida: { a: 1 },
  ...changes,
})

test('nodes are laid beside each other with what is not alike of them', () => {
  const before = { pasos: [paso('n1'), paso('n2'), paso('n4')] }
  const after = {
    pasos: [paso('n1'), paso('n2', { estado: 'error', duracionMs: 9, entrada: 7, salida: null }), paso('n3')],
  }
  expect(compareRuns(before, after)).toMatchObject([
    { nodo: 'n1', changed: [] },
    {
      nodo: 'n2',
      before: { estado: 'ok', durationMs: 1 },
      after: { estado: 'error', durationMs: 9 },
      changed: ['entrada', 'salida'],
    },
    { nodo: 'n3', before: null, changed: ['salida'] },
    { nodo: 'n4', after: null, changed: ['salida'] },
  ])
})

test('of a node that ran for several items all values count', () => {
  const items = (last: number) => ({
    pasos: [0, 1].map((at) => paso('n1', { iteracion: [at], salida: at === 1 ? last : 0 })),
  })
  expect(compareRuns(items(1), items(2))[0]?.changed).toEqual(['salida'])
  expect(compareRuns(items(1), items(1))[0]?.changed).toEqual([])
})

test.each([
  ['n1', 'La segunda no llegó a él'],
  ['n9', 'No estaba en la segunda'],
])('of the second run, whose drawing has n1 alone, nothing of %s is told as «%s»', (nodo, sentence) => {
  expect(describeAbsence('segunda', nodo, new Set(['n1']))).toBe(sentence)
})
