import { expect, test } from 'vitest'
import { toInstant, toLocalTime } from './local-time.ts'

test('an instant that goes through an input comes back the same', () => {
  const instant = '2026-03-29T01:02:03.000Z'
  expect(toInstant(toLocalTime(instant))).toBe(instant)
})

test('what is no instant is empty', () => {
  expect(toLocalTime('mañana')).toBe('')
  expect(toInstant('')).toBeUndefined()
})
