import { MASK } from '@div/contract'
import { expect, test } from 'vitest'
import { Secretos } from './hide-secretos.ts'

test.each([
  ['as it is', '{"dicho":"Bearer ab/cd"}'],
  ['with a slash that is escaped', String.raw`{"dicho":"Bearer ab\/cd"}`],
  ['as numbers of characters', String.raw`{"dicho":"Bearer \u0061b/cd"}`],
])('a credential that is said back is hidden, however it is spelled: %s', (_, json) => {
  expect(new Secretos(['ab/cd']).hideRead(JSON.parse(json), json)).toEqual({ dicho: `Bearer ${MASK}` })
})

test.each([
  ['where it is cut', 'dice ab/cd y más', 8, `dice ${MASK}`],
  ['where what was read of it ends', 'dice ab/cd ab/c', 99, `dice ${MASK} ${MASK}`],
  ['beside what only looks like it', 'dice ab/ce', 99, 'dice ab/ce'],
])('a credential is hidden in the beginning of a text, also %s', (_, text, length, told) => {
  expect(new Secretos(['ab/cd']).hideBeginning(text, length)).toBe(told)
})
