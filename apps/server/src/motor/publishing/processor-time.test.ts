import { expect, test } from 'vitest'
import { ProcessorTime, Stretch, spentMs } from './processor-time.ts'

/** A clock that stands still until it is told what has passed, and how much of it was spent. */
function createClock() {
  const clock = {
    passed: 0,
    spent: 0,
    asked: 0,
    now: () => clock.passed,
    spentMs() {
      clock.asked++
      return clock.spent
    },
    work(ms: number) {
      clock.passed += ms
      clock.spent += ms
    },
    wait(ms: number) {
      clock.passed += ms
    },
  }
  return clock
}

test('the time of the processor is told by the moment, and not as of its last tick', () => {
  const steps = new Set<number>()
  for (const end = spentMs() + 20; spentMs() < end; ) steps.add(spentMs())
  expect(steps.size).toBeGreaterThan(20)
})

test('a stretch is over by what was spent, and not by what has passed', () => {
  const clock = createClock()
  const stretch = new Stretch(new ProcessorTime(clock))
  expect(stretch.isOver()).toBe(true)
  stretch.begin({ ms: 4 })
  clock.wait(30)
  expect(stretch.isOver()).toBe(false)
  clock.work(3)
  expect(stretch.isOver()).toBe(false)
  clock.work(1)
  expect(stretch.isOver()).toBe(true)
  stretch.begin({ ms: 4 })
  expect(stretch.isOver()).toBe(false)
})

test('what was spent is asked for when it may be over, and then only after what was left can have been spent', () => {
  const clock = createClock()
  const stretch = new Stretch(new ProcessorTime(clock))
  stretch.begin({ ms: 4 })
  expect(clock.asked).toBe(1)
  clock.work(3)
  for (let look = 0; look < 10; look++) expect(stretch.isOver()).toBe(false)
  expect(clock.asked).toBe(1)
  clock.wait(2)
  for (let look = 0; look < 10; look++) expect(stretch.isOver()).toBe(false)
  expect(clock.asked).toBe(2)
  clock.work(1)
  for (let look = 0; look < 10; look++) expect(stretch.isOver()).toBe(true)
  expect(clock.asked).toBe(3)
})

test('one that begins soon after another asked takes what has passed for spent; later it asks', () => {
  const clock = createClock()
  const time = new ProcessorTime(clock)
  time.spentMs()
  clock.work(0.5)
  const stretch = new Stretch(time)
  stretch.begin({ ms: 4 })
  expect(clock.asked).toBe(1)
  clock.work(4)
  expect(stretch.isOver()).toBe(true)
  clock.wait(2)
  stretch.begin({ ms: 4 })
  expect(clock.asked).toBe(3)
  clock.work(4)
  expect(stretch.isOver()).toBe(true)
})

test('what had been spent before it began is counted where it is said, and it is not over before so much has passed', () => {
  const clock = createClock()
  const stretch = new Stretch(new ProcessorTime(clock))
  clock.work(20)
  stretch.begin({ ms: 4, since: 0 })
  expect(stretch.isOver()).toBe(false)
  clock.wait(4)
  expect(stretch.isOver()).toBe(true)
})
