import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

const costOf = (...ms: number[]) => {
  const pace = new Pace()
  for (const each of ms) pace.note(each)
  return pace.costMs
}

test('an answer that lay about among quick ones says little, one slow call after another much', () => {
  expect(costOf(0.1, 0.1, 20, 0.1, 0.1, 0.1, 0.1)).toBeLessThan(0.5)
  expect(costOf(...new Array(8).fill(20))).toBeGreaterThan(4)
  expect(costOf(1_000)).toBeGreaterThan(4)
})

test('calls that are quick again are soon taken for quick', () => {
  expect(costOf(1_000, ...new Array(12).fill(0.1))).toBeLessThan(2)
})
