import { expect, test } from 'vitest'
import { isWorthFitting } from './fit.ts'

const OLD = { width: 1_000, height: 700 }
const NARROW = { width: 600, height: 700 }
const AT = { x: 0, y: 0, zoom: 1 }
const all = (ancho: number) => ({ x: 50, y: 50, ancho, alto: 200 })
const fitting = { viewport: AT, shifted: AT, old: OLD, size: NARROW, hasChosen: true }

test.each([
  ['what is seen all the same', all(500), {}, false],
  ['what is cut and can be read whole', all(800), {}, true],
  ['what could not be read any more', all(2_000), {}, false],
  ['what somebody looks at closely', all(800), { viewport: { ...AT, zoom: 2 } }, false],
  ['what is cut when a panel leaves', all(1_200), { old: NARROW, size: OLD }, false],
  ['what was whole, with nothing chosen', all(800), { hasChosen: false }, true],
  ['what was not whole, with nothing chosen', all(2_000), { hasChosen: false }, false],
])('of %s: fitted %#', (_what, bounds, fields, expected) => {
  expect(isWorthFitting({ ...fitting, all: bounds, ...fields })).toBe(expected)
})
