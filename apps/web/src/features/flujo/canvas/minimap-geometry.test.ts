import { expect, test } from 'vitest'
import { mapWindow, pathOf } from './minimap-geometry.ts'

const SIZE = { width: 100, height: 50 }
const SEEN = { x: 0, y: 0, ancho: 200, alto: 100 }

test('of nothing the map shows what is seen, with room around', () => {
  expect(mapWindow(null, SEEN, SIZE)).toEqual({
    rect: { x: -10, y: -10, ancho: 220, alto: 120 },
    scale: 2,
  })
})

test('what is drawn beyond what is seen is on the map too, in the middle of it', () => {
  const drawn = { x: -200, y: 50, ancho: 100, alto: 10 }
  expect(mapWindow(drawn, SEEN, SIZE)).toEqual({
    rect: { x: -220, y: -70, ancho: 440, alto: 240 },
    scale: 4,
  })
})

test('many rectangles are one path', () => {
  expect(
    pathOf([
      { x: 0, y: 1, ancho: 2, alto: 3 },
      { x: 5, y: 5, ancho: 1, alto: 1 },
    ]),
  ).toBe('M0 1h2v3h-2zM5 5h1v1h-1z')
})
