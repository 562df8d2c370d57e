import { expect, test } from 'vitest'
import { slowestCanales } from './slowest-canales.ts'

const canal = (name: string, p95Ms: number | null) => ({
  canalId: name,
  canal: name,
  total: 1,
  errores: 0,
  mediaMs: p95Ms,
  p95Ms,
  ultima: '2026-01-01T00:00:00.000Z',
})

test.each([
  [
    'slowest first, with its share',
    [canal('a', 50), canal('b', 200)],
    [
      ['b', 1],
      ['a', 0.25],
    ],
  ],
  [
    'no more than were asked for',
    [canal('a', 1), canal('b', 2), canal('c', 4)],
    [
      ['c', 1],
      ['b', 0.5],
    ],
  ],
  ['nothing of what has no figure', [canal('a', null)], []],
  ['no share of nothing', [canal('a', 0)], [['a', 0]]],
])('%s', (_, canales, expected) => {
  expect(slowestCanales(canales, 2).map(({ canal, share }) => [canal, share])).toEqual(expected)
})
