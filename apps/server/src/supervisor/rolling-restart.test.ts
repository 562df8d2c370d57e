import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createRollingRestart } from './rolling-restart.ts'

const log = pino({ level: 'silent' })

function setUp(count: number) {
  const begun: number[] = []
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  const workers = Array.from({ length: count }, (_, number) => ({
    replace() {
      begun.push(number)
      const replacing = Promise.withResolvers<void>()
      waiting.set(number, replacing)
      return replacing.promise
    },
  }))
  const settle = async (number: number, failure?: Error) => {
    if (failure) waiting.get(number)?.reject(failure)
    else waiting.get(number)?.resolve()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, settle, restart: createRollingRestart({ workers, log }) }
}

test('a worker is replaced when the one before it has been', async () => {
  const { begun, settle, restart } = setUp(2)
  restart.begin()
  await settle(-1)
  expect(begun).toEqual([0])
  await settle(0)
  expect(begun).toEqual([0, 1])
})

test('one that does not start leaves the others as they are, and keeps no later restart from coming', async () => {
  const { begun, settle, restart } = setUp(2)
  restart.begin()
  await settle(-1)
  await settle(0, new Error('no'))
  expect(begun).toEqual([0])
  restart.begin()
  await settle(-1)
  expect(begun).toEqual([0, 0])
})

test('what several processes have heard of is done once', async () => {
  const { begun, settle, restart } = setUp(1)
  restart.reach(1)
  restart.reach(1)
  await settle(-1)
  await settle(0)
  expect(begun).toEqual([0])
  restart.reach(2)
  await settle(-1)
  expect(begun).toEqual([0, 0])
})
