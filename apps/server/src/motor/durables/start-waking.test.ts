import { expect, onTestFinished, test } from 'vitest'
import { startWaking } from './start-waking.ts'

test('waits that are over are looked for while a run is slow to hear what has come', async () => {
  const looks = { due: 0, answers: 0 }
  const slow = Promise.withResolvers<void>()
  const waking = startWaking({
    wakeDue: async () => {
      looks.due++
    },
    hearAnswers: () => {
      looks.answers++
      return slow.promise
    },
    log: { warn: () => {} },
  })
  onTestFinished(async () => {
    slow.resolve()
    await waking.stop()
  })
  await expect.poll(() => looks, { timeout: 10_000 }).toEqual({ due: 3, answers: 1 })
})
