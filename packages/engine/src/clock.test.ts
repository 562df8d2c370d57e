import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'

test('time goes on, calls back once, and can be called off', async () => {
  const begin = systemClock.now()
  let calledOff = true
  const callOff = systemClock.after(1, () => {
    calledOff = false
  })
  callOff()
  await new Promise<void>((resolve) => systemClock.after(5, resolve))
  expect(calledOff).toBe(true)
  expect(systemClock.now()).toBeGreaterThan(begin)
  // Milliseconds of this epoch, not of the process.
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(60_000)
})
