import { expect, test } from 'vitest'
import { keepInView, showRect } from './keep-in-view.ts'

const SIZE = { width: 600, height: 400 }

test.each([
  ['in the middle stays', { x: 0, y: 0, zoom: 1 }, { x: 100, y: 100 }, { x: 0, y: 0 }],
  ['beyond the right edge moves left', { x: 0, y: 0, zoom: 1 }, { x: 500, y: 100 }, { x: -140, y: 0 }],
  ['below the lower edge moves up', { x: 0, y: 0, zoom: 1 }, { x: 100, y: 400 }, { x: 0, y: -80 }],
  ['before the left edge moves right', { x: -200, y: 0, zoom: 1 }, { x: 100, y: 100 }, { x: -76, y: 0 }],
  ['at another zoom', { x: 0, y: 0, zoom: 2 }, { x: 100, y: 200 }, { x: -56, y: -136 }],
])('a node %s', (_, viewport, posicion, expected) => {
  expect(keepInView(viewport, posicion, SIZE)).toEqual({ ...expected, zoom: viewport.zoom })
})

test.each([
  ['seen', { x: 300, y: 200 }, { x: 0, y: 0 }],
  ['beyond the corner', { x: 700, y: 500 }, { x: -124, y: -124 }],
  ['before the corner', { x: -50, y: -60 }, { x: 74, y: 84 }],
])('a place %s', (_, { x, y }, expected) => {
  const viewport = { x: 0, y: 0, zoom: 1 }
  expect(showRect(viewport, { x, y, ancho: 0, alto: 0 }, SIZE)).toEqual({ ...expected, zoom: 1 })
})

test('a node wider than the room shows where it begins', () => {
  expect(keepInView({ x: 0, y: 0, zoom: 1 }, { x: 0, y: 100 }, { width: 100, height: 400 }).x).toBe(24)
})
