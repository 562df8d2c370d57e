import { expect, test } from 'vitest'
import { LATENCY_BOUNDS } from '../metrics/rolling-window.ts'
import { HourlyCounts } from './hourly-counts.ts'

const HOUR = Date.UTC(2026, 0, 2, 3)
const MINUTE_MS = 60_000
const run = { id: 'a', procesoId: 'p', canalId: null, estado: 'ok', duracionMs: 10 }
const classes = (counts: Record<number, number>) =>
  Array.from({ length: LATENCY_BOUNDS.length + 1 }, (_, index) => counts[index] ?? 0)

test('runs are added up by proceso, canal and hour, and tell of the last one', () => {
  const counts = new HourlyCounts()
  counts.add(run, HOUR + 2 * MINUTE_MS)
  counts.add({ ...run, id: 'b', estado: 'error', duracionMs: 4_000 }, HOUR + MINUTE_MS)
  counts.add({ ...run, id: 'c', canalId: 'k' }, HOUR)
  counts.add({ ...run, id: 'd' }, HOUR - 1)
  const taken = counts.take()
  expect(taken.map(({ hora, canal_id, total }) => [hora, canal_id, total])).toEqual([
    ['2026-01-02T02:00:00.000Z', null, 1],
    ['2026-01-02T03:00:00.000Z', 'k', 1],
    ['2026-01-02T03:00:00.000Z', null, 2],
  ])
  expect(taken[2]).toEqual({
    hora: '2026-01-02T03:00:00.000Z',
    proceso_id: 'p',
    canal_id: null,
    total: 2,
    errores: 1,
    suma_ms: 4_010,
    clases: classes({ 5: 1, 14: 1 }),
    maxima_ms: 4_000,
    ultima: '2026-01-02T03:02:00.000Z',
    ultima_id: 'a',
    ultimo_estado: 'ok',
  })
  expect(counts.take()).toEqual([])
})

test('what could not be written is added to what came meanwhile', () => {
  const counts = new HourlyCounts()
  counts.add(run, HOUR)
  const taken = counts.take()
  counts.add({ ...run, id: 'b', estado: 'error', duracionMs: 9 }, HOUR + 1)
  counts.giveBack(taken)
  expect(counts.take()).toMatchObject([
    {
      total: 2,
      errores: 1,
      suma_ms: 19,
      clases: classes({ 5: 2 }),
      maxima_ms: 10,
      ultima_id: 'b',
      ultimo_estado: 'error',
    },
  ])
})
