import type { Paso } from '@div/contract'
import { expect, test } from 'vitest'
import { nodoOutcomes } from './nodo-outcomes.ts'

const paso = (nodo: string, changes: Partial<Paso> = {}): Paso => ({
  nodo,
  estado: 'ok',
  inicio: 0,
  duracionMs: 2,
  intentos: 1,
  ...changes,
})

test('a node that ran for many items shows its worst end, all its time and how often it ran', () => {
  const outcomes = nodoOutcomes([
    paso('n1'),
    paso('n2', { iteracion: [0] }),
    paso('n2', { iteracion: [1], estado: 'error' }),
    paso('n2', { iteracion: [2], iteraciones: 8 }),
    paso('n3', { estado: 'omitido', duracionMs: 0 }),
  ])
  expect(Object.fromEntries(outcomes)).toEqual({
    n1: { estado: 'ok', durationMs: 2, count: 1 },
    n2: { estado: 'error', durationMs: 6, count: 10 },
    n3: { estado: 'omitido', durationMs: 0, count: 1 },
  })
})
