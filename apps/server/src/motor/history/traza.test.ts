import { expect, test } from 'vitest'
import { Traza } from './traza.ts'

test.each([
  ['todo', { ok: 100, error: 100, cancelada: 100 }],
  ['muestreo', { ok: 25, error: 100, cancelada: 100 }],
  ['errores', { ok: 0, error: 100, cancelada: 100 }],
  ['nada', { ok: 0, error: 0, cancelada: 0 }],
] as const)('of level %s this many of a hundred are kept', (nivel, expected) => {
  const traza = new Traza({ nivel, porcentaje: 25 })
  const kept = (estado: 'ok' | 'error' | 'cancelada') =>
    Array.from({ length: 100 }, () => traza.keeps(estado)).filter(Boolean).length
  expect({ ok: kept('ok'), error: kept('error'), cancelada: kept('cancelada') }).toEqual(expected)
})

test('of each second so many are kept with their data', () => {
  const traza = new Traza({ nivel: 'todo', porcentaje: 100 })
  expect([7, 7, 7, 8, 8].map((second) => traza.keepsData(second, 2))).toEqual([true, true, false, true, true])
})

test('only runs of which nothing is kept go without spans, from the moment on at which that is decided', () => {
  const traza = new Traza({ nivel: 'errores', porcentaje: 1 })
  expect(traza.sinPasos).toBe(false)
  traza.apply({ nivel: 'nada', porcentaje: 1 })
  expect(traza.sinPasos).toBe(true)
})
