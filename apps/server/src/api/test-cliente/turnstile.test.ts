import { expect, test } from 'vitest'
import { createTurnstile } from './turnstile.ts'

/** A clock that is moved by whoever sleeps. */
function clock() {
  let now = 0
  return {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms
    },
  }
}

test('no more go in at once than may, and the next goes in when one leaves', async () => {
  const enter = createTurnstile({ aLaVez: 2, porSegundo: 1_000_000, ...clock() })
  const leave = await enter()
  await enter()
  let isIn = false
  const third = enter().then(() => {
    isIn = true
  })
  await Promise.resolve()
  expect(isIn).toBe(false)
  leave()
  await third
  expect(isIn).toBe(true)
})

test('so many begin in a second, however fast they leave', async () => {
  const time = clock()
  const enter = createTurnstile({ aLaVez: 1, porSegundo: 10, ...time })
  const begun: number[] = []
  for (let number = 0; number < 5; number++) {
    const leave = await enter()
    begun.push(time.now())
    leave()
  }
  expect(begun).toEqual([0, 100, 200, 300, 400])
})
