import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addSamples, emptySample, LATENCY_BOUNDS, quantile, RollingWindow } from './rolling-window.ts'

describe('the rolling window', () => {
  test('counts what ended during the last minute', () => {
    const window = new RollingWindow()
    window.record(10_000, 4, false)
    window.record(12_000, 6, true)
    const { requests, errors, totalMs } = window.sample(20_000)
    expect({ requests, errors, totalMs }).toEqual({ requests: 2, errors: 1, totalMs: 10 })
  })

  test('forgets what is older than a minute', () => {
    const window = new RollingWindow()
    window.record(10_000, 4, false)
    expect(window.sample(70_000)).toEqual(emptySample())
    window.record(70_000, 4, false)
    expect(window.sample(70_000).requests).toBe(1)
  })

  test('loses no request, whatever its duration', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true })), (durations) => {
        const window = new RollingWindow()
        for (const duration of durations) window.record(1_000, duration, false)
        const sample = window.sample(1_000)
        return (
          sample.requests === durations.length &&
          sample.classes.reduce((sum, count) => sum + count, 0) === durations.length
        )
      }),
    )
  })
})

describe('quantile', () => {
  test('is null without requests', () => expect(quantile(emptySample(), 0.95)).toBeNull())

  test('lies in the class that holds the rank', () => {
    const window = new RollingWindow()
    for (let each = 0; each < 90; each++) window.record(0, 4, false)
    for (let each = 0; each < 10; each++) window.record(0, 150, false)
    const sample = window.sample(0)
    expect(quantile(sample, 0.5)).toBeGreaterThan(3)
    expect(quantile(sample, 0.5)).toBeLessThanOrEqual(5)
    expect(quantile(sample, 0.95)).toBeGreaterThan(100)
    expect(quantile(sample, 0.95)).toBeLessThanOrEqual(200)
  })

  test.each([25_000, 75_000, 400_000, 3_000_000, 30_000_000])(
    'tells minutes and hours apart: %d ms',
    (durationMs) => {
      const window = new RollingWindow()
      for (let each = 0; each < 20; each++) window.record(0, durationMs, false)
      const p95 = quantile(window.sample(0), 0.95) ?? 0
      expect(p95).toBeGreaterThan(durationMs / 3)
      expect(p95).toBeLessThan(durationMs * 3)
    },
  )

  test('never exceeds the longest request', () => {
    const duration = fc.double({ min: 0.001, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(duration, { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (all, share) => {
          const window = new RollingWindow()
          for (const each of all) window.record(0, each, false)
          return (quantile(window.sample(0), share) ?? 0) <= Math.max(...all)
        },
      ),
    )
  })

  test('of nodes of which one does not tell its longest request is interpolated inside its whole class', () => {
    const window = new RollingWindow()
    window.record(0, 25_000, false)
    const { maxMs: _, ...older } = window.sample(0)
    expect(quantile(addSamples([older, emptySample()]), 0.95)).toBeCloseTo(29_000)
    expect(quantile(addSamples([window.sample(0), emptySample()]), 0.95)).toBeCloseTo(24_250)
  })

  test('of the open class is its lower bound where the longest is unknown', () => {
    const window = new RollingWindow()
    window.record(0, 1e9, false)
    const { maxMs: _, ...older } = window.sample(0)
    expect(quantile(older, 0.95)).toBe(LATENCY_BOUNDS.at(-1))
  })

  test('does not depend on how the requests were spread over nodes', () => {
    const one = new RollingWindow()
    const [left, right] = [new RollingWindow(), new RollingWindow()]
    for (const duration of [1, 7, 30, 80, 400]) {
      one.record(0, duration, false)
      ;(duration < 50 ? left : right).record(0, duration, false)
    }
    expect(addSamples([left.sample(0), right.sample(0)])).toEqual(one.sample(0))
  })
})
