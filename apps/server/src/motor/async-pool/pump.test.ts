import { expect, test } from 'vitest'
import { startPump } from './pump.ts'

test('what is fetched while it is being stopped is given back and not begun', async () => {
  const fetched = Promise.withResolvers<string[]>()
  const begun: string[] = []
  const givenBack: string[] = []
  const pump = startPump<string, null>({
    most: () => 4,
    fetch: () => fetched.promise,
    giveBack: async (jobs) => {
      givenBack.push(...jobs)
    },
    run: async (job) => {
      begun.push(job)
      return null
    },
    settle: async () => {},
    onError: () => {},
  })
  const stopped = pump.stop()
  fetched.resolve(['tarde'])
  await stopped
  expect({ begun, givenBack }).toEqual({ begun: [], givenBack: ['tarde'] })
})
