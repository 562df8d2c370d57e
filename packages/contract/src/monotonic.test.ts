import { afterEach, expect, test, vi } from 'vitest'
import { monotonicNow, wallShift } from './index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

function setClock(aheadMs: number): void {
  vi.spyOn(Date, 'now').mockImplementation(() => Math.floor(monotonicNow()) + aheadMs)
}

test('a clock that agrees but for its fraction is not apart', () => {
  setClock(0)
  const shifts = Array.from({ length: 1_000 }, wallShift)
  // Between the looks at two clocks a busy machine may put other work.
  expect(shifts.filter((shiftMs) => shiftMs !== 0).length).toBeLessThan(10)
})

test.each([3_600_000, -3_600_000])('a clock that was set by %i ms is that far apart', (aheadMs) => {
  setClock(aheadMs)
  expect(Math.abs(wallShift() - aheadMs)).toBeLessThanOrEqual(1)
})
