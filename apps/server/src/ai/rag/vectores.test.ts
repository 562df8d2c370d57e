import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalize, toBytes, Vectores } from './vectores.ts'

const build = (vectors: readonly (readonly number[])[]) =>
  new Vectores(
    vectors.map((vector, index) => ({ id: String(index), vector: toBytes(normalize(vector)) })),
    vectors[0]?.length ?? 0,
  )

test('the nearest come first, however long they are', () => {
  const vectores = build([
    [1, 0],
    [0, 7],
    [3, 3],
    [-1, 0],
  ])
  const found = vectores.nearest(normalize([0, 2]), 3)
  expect(found.map(({ id }) => id)).toEqual(['1', '2', '0'])
  expect(found.map(({ parecido }) => parecido)).toEqual([1, expect.closeTo(Math.SQRT1_2), 0])
})

test('the first are those that sorting all of them gives', () => {
  const vector = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(fc.array(vector, { minLength: 1, maxLength: 40 }), vector, (vectors, wanted) => {
      const vectores = build(vectors)
      const sorted = vectores.nearest(normalize(wanted), vectors.length)
      expect(sorted.length).toBe(vectors.length)
      expect(vectores.nearest(normalize(wanted), 5)).toEqual(sorted.slice(0, 5))
    }),
  )
})

test('a vector of zeros is like nothing', () => {
  expect(
    build([
      [0, 0],
      [1, 1],
    ]).nearest(normalize([1, 1]), 2),
  ).toEqual([
    { id: '1', parecido: expect.closeTo(1) },
    { id: '0', parecido: 0 },
  ])
})
