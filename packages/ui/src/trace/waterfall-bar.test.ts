import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listTicks, placeBar } from './waterfall-bar.ts'

test.each([
  [{ startMs: 0, durationMs: 10 }, 10, { left: 0, width: 100 }],
  [{ startMs: 5, durationMs: 2.5 }, 10, { left: 50, width: 25 }],
  [{ startMs: 5, durationMs: 0 }, 10, { left: 50, width: 0.5 }],
  [{ startMs: 10, durationMs: 0 }, 10, { left: 99.5, width: 0.5 }],
  [{ startMs: 0, durationMs: 0 }, 0, { left: 0, width: 100 }],
])('%j of %d ms stands at %j', (span, total, bar) => {
  expect(placeBar(span, total)).toEqual(bar)
})

test('a bar never leaves its row', () => {
  const ms = fc.double({ min: 0, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(ms, ms, ms, (startMs, durationMs, totalMs) => {
      const { left, width } = placeBar({ startMs, durationMs }, totalMs)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left + width).toBeLessThanOrEqual(100.000001)
    }),
  )
})

test.each([
  [100, [0, 20, 40, 60, 80, 100]],
  [9, [0, 2, 4, 6, 8]],
  [0.9, [0, 0.2, 0.4, 0.6, 0.8]],
  [0, [0]],
])('an axis of %d ms is marked at %j', (total, ticks) => {
  expect(listTicks(total)).toEqual(ticks)
})
