import { expect, test } from 'vitest'
import { fuseRanks } from './fuse-ranks.ts'

test('what both lists have comes before what stands first in one', () => {
  expect(
    fuseRanks([
      ['a', 'b'],
      ['c', 'b'],
    ]),
  ).toEqual([
    { key: 'b', puntuacion: 1 / 62 + 1 / 62, lugares: [2, 2] },
    { key: 'a', puntuacion: 1 / 61, lugares: [1, null] },
    { key: 'c', puntuacion: 1 / 61, lugares: [null, 1] },
  ])
})

test('one list keeps its order, and none gives nothing', () => {
  expect(fuseRanks([['a', 'b', 'c']]).map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  expect(fuseRanks([[], []])).toEqual([])
})
