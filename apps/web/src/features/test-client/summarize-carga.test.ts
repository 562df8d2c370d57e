import type { MuestraDeCarga } from '@div/contract'
import { expect, test } from 'vitest'
import { summarizeCarga } from './summarize-carga.ts'

const ok = (inicioMs: number, duracionMs: number): MuestraDeCarga => ({
  inicioMs,
  duracionMs,
  estado: 200,
  error: null,
})

test('percentiles are those of the calls that were answered; errors are counted by their reason', () => {
  const muestras = [
    ...Array.from({ length: 100 }, (_, index) => ok(index * 10, index + 1)),
    { ...ok(5, 3), estado: 503 },
    { ...ok(6, 999), estado: null, error: 'No responde.' },
    { ...ok(7, 999), estado: null, error: 'No responde.' },
  ]
  const { puntos, ...figures } = summarizeCarga({ muestras, duracionMs: 1_000, incompleta: false })
  expect(figures).toEqual({
    llamadas: 103,
    errores: 3,
    porSegundo: 103,
    p50: 50,
    p95: 95,
    p99: 99,
    motivos: [
      { motivo: 'No responde.', veces: 2 },
      { motivo: 'HTTP 503', veces: 1 },
    ],
  })
  expect(puntos).toHaveLength(20)
  expect(puntos[0]).toEqual({ time: '0 ms', p50: 3, p95: 5, p99: 5, errores: 3 })
  expect(puntos.at(-1)).toEqual({ time: '950 ms', p50: 98, p95: 100, p99: 100, errores: 0 })
})

test.each([12, 700, 1_999, 2_000, 7_300, 60_000])(
  'no two moments of %d ms are called the same',
  (duracionMs) => {
    const muestras = Array.from({ length: 200 }, (_, index) => ok((index * duracionMs) / 200, 1))
    const { puntos } = summarizeCarga({ muestras, duracionMs, incompleta: false })
    expect(new Set(puntos.map(({ time }) => time)).size).toBe(puntos.length)
  },
)

test('a load without calls has no figures', () => {
  expect(summarizeCarga({ muestras: [], duracionMs: 0, incompleta: true })).toEqual({
    llamadas: 0,
    errores: 0,
    porSegundo: 0,
    p50: null,
    p95: null,
    p99: null,
    puntos: [],
    motivos: [],
  })
})
