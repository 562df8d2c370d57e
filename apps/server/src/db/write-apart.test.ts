import { expect, test } from 'vitest'
import { writeApart } from './write-apart.ts'

const AWAY = Object.assign(new Error('terminating connection'), { code: '57P01' })
const BUG = new Error('a bug of ours')

/** Refuses what holds any of these; tells what it was given. */
function writer(refused: readonly number[], reason: Error) {
  const given: (readonly number[])[] = []
  const write = async (items: readonly number[]) => {
    given.push(items)
    if (items.length === 0 || items.some((item) => refused.includes(item))) throw reason
    return items.map((item) => item * 10)
  }
  return { given, write }
}

const written = (value: number) => ({ status: 'fulfilled', value })
const lost = (reason: Error) => ({ status: 'rejected', reason })

test('one that cannot be written takes no other along', async () => {
  const { given, write } = writer([2], BUG)
  expect(await writeApart([1, 2, 3], write)).toEqual([written(10), lost(BUG), written(30)])
  expect(given).toEqual([[1, 2, 3], [1, 2], [1], [2], [3]])
})

test('what the database refuses for its own trouble is refused of all, and not tried apart', async () => {
  const { given, write } = writer([2], AWAY)
  expect(await writeApart([1, 2], write)).toEqual([lost(AWAY), lost(AWAY)])
  expect(given).toEqual([[1, 2]])
})

test('of nothing nothing is written, whatever that would come to', async () => {
  const { given, write } = writer([], BUG)
  expect(await writeApart([], write)).toEqual([])
  expect(given).toEqual([])
})
