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

test('what has ended and cannot be written down makes no progress', async () => {
  const written = Promise.withResolvers<void>()
  const longest = Promise.withResolvers<null>()
  const jobs = ['corta', 'larga']
  const pump = startPump<string, null>({
    most: () => 2,
    fetch: async () => jobs.splice(0),
    giveBack: async () => {},
    run: async (job) => (job === 'larga' ? longest.promise : null),
    settle: () => written.promise,
    onError: () => {},
  })
  await expect.poll(() => pump.progressing(20)).toEqual(['larga'])
  expect(pump.active()).toEqual(['corta', 'larga'])
  expect(pump.progressing(60_000)).toEqual(['corta', 'larga'])
  written.resolve()
  longest.resolve(null)
  await pump.stop()
  expect(pump.active()).toEqual([])
})

test.each([
  [1, [0]],
  [4, [0, 1, 2, 3, 4, 5]],
])(
  'of %i places half at most go to the next while what has ended is written down',
  async (places, expected) => {
    const written = Promise.withResolvers<void>()
    const jobs = Array.from({ length: 9 }, (_, at) => at)
    const begun: number[] = []
    const pump = startPump<number, null>({
      most: () => places,
      fetch: async (count) => jobs.splice(0, count),
      giveBack: async () => {},
      run: async (job) => {
        begun.push(job)
        return null
      },
      settle: () => written.promise,
      onError: () => {},
      lookEveryMs: 1,
    })
    await expect.poll(() => begun).toEqual(expected)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(begun).toEqual(expected)
    written.resolve()
    await expect.poll(() => pump.active()).toEqual([])
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    await pump.stop()
  },
)
