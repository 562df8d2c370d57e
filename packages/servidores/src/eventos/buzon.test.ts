import { expect, test } from 'vitest'
import { Buzon } from './buzon.ts'

test('what came is taken in its order, no more at once than asked for', async () => {
  const buzon = new Buzon<number>(new AbortController().signal)
  for (const item of [1, 2, 3]) buzon.put(item)
  expect(await buzon.take(2)).toEqual([1, 2])
  expect(await buzon.take(2)).toEqual([3])
})

test('who takes waits for the first', async () => {
  const buzon = new Buzon<number>(new AbortController().signal)
  const taking = buzon.take(5)
  buzon.put(7)
  expect(await taking).toEqual([7])
})

test('after the end nothing is taken, and its first reason is told', async () => {
  const abort = new AbortController()
  const buzon = new Buzon<number>(abort.signal)
  buzon.put(1)
  const cause = new Error('se fue')
  buzon.end(cause)
  abort.abort(new Error('bastante'))
  await expect(buzon.take(1)).rejects.toBe(cause)
})

test('who waits hears of the signal', async () => {
  const abort = new AbortController()
  const taking = new Buzon<number>(abort.signal).take(1)
  abort.abort(new Error('bastante'))
  await expect(taking).rejects.toThrow('bastante')
})
