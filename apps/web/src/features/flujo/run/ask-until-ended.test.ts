import type { EstadoEjecucion } from '@div/contract'
import { expect, test } from 'vitest'
import { AskUntilEnded } from './ask-until-ended.ts'

/** Answers what is given, one after the other, and says how long each question was waited for. */
async function askThrough(answers: readonly (EstadoEjecucion | 'nadie' | 'falla')[]) {
  const waits: number[] = []
  const told: string[] = []
  let pending: (() => void) | null = null
  let open = 0
  let most = 0
  const left = [...answers]
  const asking = new AskUntilEnded({
    async read() {
      most = Math.max(most, ++open)
      await Promise.resolve()
      open--
      const answer = left.shift()
      if (answer === undefined || answer === 'falla') throw new Error('away')
      return answer === 'nadie' ? null : { estado: answer }
    },
    later(work, ms) {
      waits.push(ms)
      pending = work
      return () => {
        pending = null
      }
    },
    onAnswer: ({ estado }) => told.push(estado),
    onGone: () => told.push('gone'),
  })
  const pass = async () => {
    pending?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  for (const _ of answers) await pass()
  return { asking, waits, told, pass, most: () => most, isOver: () => pending === null }
}

test('what sleeps is asked for ever less often, what goes on every second', async () => {
  const asleep = Array.from({ length: 6 }, () => 'esperando' as const)
  expect((await askThrough([...asleep, 'ejecutando'])).waits).toEqual([
    1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 1_000,
  ])
})

test('nothing is asked once it has ended', async () => {
  const { told, isOver } = await askThrough(['ejecutando', 'ok'])
  expect(told).toEqual(['ejecutando', 'ok'])
  expect(isOver()).toBe(true)
})

test('who does not answer is asked again; what nobody knows for long is gone', async () => {
  const lost = Array.from({ length: 6 }, () => 'nadie' as const)
  expect((await askThrough(['nadie', 'falla', 'ok'])).told).toEqual(['ok'])
  const { told, isOver } = await askThrough(lost)
  expect(told).toEqual(['gone'])
  expect(isOver()).toBe(true)
})

test('news are asked for at once, never two questions at a time', async () => {
  const { asking, waits, pass, most } = await askThrough(['esperando', 'esperando'])
  asking.hurry()
  asking.hurry()
  await pass()
  expect(most()).toBe(1)
  expect(waits.at(-1)).toBe(1_000)
})
