import { expect, test } from 'vitest'
import { groupWrites } from './group-writes.ts'

const refused = () => Object.assign(new Error('unsupported Unicode escape sequence'), { code: '22P05' })

test('of what is written together only the one whose data is refused is told so', async () => {
  const written: string[][] = []
  const write = groupWrites<string, string>(async (items) => {
    if (items.includes('malo')) throw refused()
    written.push([...items])
    return items.map((item) => item.toUpperCase())
  })
  const results = await Promise.allSettled(['a', 'b', 'malo', 'c', 'd'].map(write))
  expect(results.map((each) => (each.status === 'fulfilled' ? each.value : 'no'))).toEqual([
    'A',
    'B',
    'no',
    'C',
    'D',
  ])
  expect(written.flat()).toEqual(['a', 'b', 'c', 'd'])
})

test('nor does one that nobody knows what is wrong with take the others along; it is tried as often only once', async () => {
  const asked: (number | undefined)[] = []
  const write = groupWrites<string, string>(async (items, tries) => {
    asked.push(tries)
    if (items.includes('malo')) throw Object.assign(new Error('cannot do that'), { code: '0A000' })
    return items
  })
  const results = await Promise.allSettled(['a', 'malo', 'c', 'd'].map(write))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(asked).toEqual([undefined, 1, 1, 1, 1])
})

test('where the database is away nothing is written apart', async () => {
  const written: number[] = []
  const write = groupWrites<string, string>(async (items) => {
    written.push(items.length)
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  })
  const results = await Promise.allSettled(['a', 'b', 'c'].map(write))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(written).toEqual([3])
})

test('what is large goes by itself, so that no write is longer than a text can be', async () => {
  const written: number[] = []
  const write = groupWrites<number, undefined>(
    async (items) => {
      written.push(items.length)
      return items.map(() => undefined)
    },
    (chars) => chars,
  )
  await Promise.all([...Array.from({ length: 10 }, () => 50_000_000), 10, 10, 10].map(write))
  expect(written).toEqual([...Array.from({ length: 10 }, () => 1), 3])
})
