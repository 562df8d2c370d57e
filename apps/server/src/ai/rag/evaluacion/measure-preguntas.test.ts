import { expect, test } from 'vitest'
import { firstLugar, type Lugares, measurePreguntas, recallAt } from './measure-preguntas.ts'

// Manning, Raghavan and Schütze, Introduction to Information Retrieval (2008), chapter 8. Figure 8.2 and exercise 8.8 cut a ranking after each
// place: recall is what was retrieved of the relevant, over all that is relevant.
test.each<[string, Lugares, [number, number][]]>([
  // Exercise 8.8, system 1: R N R N N N N N R R, of four relevant documents.
  [
    '8.8, system 1',
    [1, 3, 9, 10],
    [
      [1, 1 / 4],
      [3, 2 / 4],
      [5, 2 / 4],
      [10, 1],
    ],
  ],
  // Exercise 8.8, system 2: N R N N R R R N N N.
  [
    '8.8, system 2',
    [2, 5, 6, 7],
    [
      [1, 0],
      [3, 1 / 4],
      [5, 2 / 4],
      [10, 1],
    ],
  ],
  // Exercise 8.9: RRNNN NNNRN RNNNR NNNNR, of eight relevant ones; two are not among the first twenty.
  [
    '8.9',
    [1, 2, 9, 11, 15, 20, null, null],
    [
      [1, 1 / 8],
      [3, 2 / 8],
      [5, 2 / 8],
      [10, 3 / 8],
    ],
  ],
  [
    'nothing found',
    [null],
    [
      [1, 0],
      [3, 0],
      [5, 0],
      [10, 0],
    ],
  ],
])('recall of %s', (_name, lugares, expected) => {
  expect(expected.map(([k]) => [k, recallAt(lugares, k)])).toEqual(expected)
})

// Voorhees, The TREC-8 Question Answering Track Report (1999): each question scores the reciprocal of the rank of its first right answer.
test.each<[string, Lugares[], number]>([
  ['at once', [[1]], 1],
  ['third, second and first', [[3], [2], [1]], (1 / 3 + 1 / 2 + 1) / 3],
  ['one without an answer', [[1], [null]], 1 / 2],
  ['several, of which the first counts', [[7, 2, null]], 1 / 2],
  ['no question', [], 0],
])('mean reciprocal rank: %s', (_name, preguntas, expected) => {
  expect(measurePreguntas(preguntas).mrr).toBeCloseTo(expected, 12)
})

test('each question counts the same, however much it expects', () => {
  const { recall } = measurePreguntas([[1, 2, 3, 4], [null]])
  expect(recall).toEqual([
    { k: 1, valor: 1 / 8 },
    { k: 3, valor: 3 / 8 },
    { k: 5, valor: 1 / 2 },
    { k: 10, valor: 1 / 2 },
  ])
  expect(firstLugar([null, 4, 2])).toBe(2)
})
