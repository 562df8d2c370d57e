import { v4, v7 } from 'uuid'
import { expect, test } from 'vitest'
import { isAplazada, momentsNear } from './near-id.ts'

const made = Date.parse('2026-11-22T10:00:00.123Z')

test.each([
  ['at once', v7({ msecs: made }), 0, false],
  ['a moment later', v7({ msecs: made }), 250, false],
  ['by a clock that went back a little', v7({ msecs: made }), -250, false],
  ['after it was queued', v7({ msecs: made }), 251, true],
  ['by a clock that went back', v7({ msecs: made }), -251, true],
  ['with an id that tells no moment', v4(), 0, true],
])('a run that begins %s', (_, id, laterMs, expected) => {
  const inicio = made + laterMs
  expect(isAplazada(id, inicio)).toBe(expected)
  const near = momentsNear(id)
  const isWithin = near !== null && near.desde.getTime() <= inicio && inicio <= near.hasta.getTime()
  expect(isWithin).toBe(!expected)
})
