import { afterEach, expect, test, vi } from 'vitest'
import { monotonicNow, wallShift } from './index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Two clocks that agree but for `aheadMs`. Each look at one of them takes `lookMs`. */
function setClocks(aheadMs: number, lookMs: number): void {
  let now = performance.now()
  const look = () => {
    now += lookMs
    return now
  }
  vi.spyOn(performance, 'now').mockImplementation(look)
  vi.spyOn(Date, 'now').mockImplementation(() => Math.floor(performance.timeOrigin + look()) + aheadMs)
}

test.each([0.000_1, 0.3, 40])(
  'a clock that agrees but for its fraction is not apart, if each look at it takes %d ms',
  (lookMs) => {
    setClocks(0, lookMs)
    expect(new Set(Array.from({ length: 1_000 }, wallShift))).toEqual(new Set([0]))
  },
)

test.each([3_600_000, -3_600_000, 3, -3])('a clock that was set by %i ms is that far apart', (aheadMs) => {
  setClocks(aheadMs, 0.01)
  expect(Math.abs(wallShift() - aheadMs)).toBeLessThanOrEqual(1)
})

test('it only goes forward', () => {
  const before = monotonicNow()
  expect(monotonicNow()).toBeGreaterThanOrEqual(before)
})
