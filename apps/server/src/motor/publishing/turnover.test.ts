import { expect, test } from 'vitest'
import { Turnover } from './turnover.ts'

/** So many looks at each of which so many calls had ended and so many were refused. */
function watch(turnover: Turnover, looks: number, { left = 0, refused = 0 }): void {
  for (let look = 0; look < looks; look++) {
    for (let each = 0; each < left; each++) turnover.leave()
    for (let each = 0; each < refused; each++) turnover.refuse()
    turnover.look(1)
  }
}

test.each([
  { what: 'nobody is refused', left: 10, refused: 0, seconds: 1 },
  { what: 'as many are refused as end', left: 10, refused: 10, seconds: 1 },
  { what: 'three come for each that ends', left: 10, refused: 20, seconds: 2 },
  { what: 'a crowd comes for few places', left: 1, refused: 25, seconds: 25 },
])('$what: back after $seconds s', ({ left, refused, seconds }) => {
  const turnover = new Turnover()
  watch(turnover, 50, { left, refused })
  expect(turnover.retrySeconds).toBe(seconds)
})

test('while no call ends nobody is told to come back sooner than that has lasted', () => {
  const turnover = new Turnover()
  watch(turnover, 70, { refused: 1 })
  expect(turnover.retrySeconds).toBe(7)
  watch(turnover, 1, { left: 1 })
  expect(turnover.retrySeconds).toBeGreaterThan(1)
})

test('a crowd is forgotten once it is over', () => {
  const turnover = new Turnover()
  watch(turnover, 50, { left: 1, refused: 25 })
  watch(turnover, 100, { left: 1 })
  expect(turnover.retrySeconds).toBe(1)
  for (let look = 0; look < 600; look++) turnover.look(0)
  expect(turnover.retrySeconds).toBe(1)
})
