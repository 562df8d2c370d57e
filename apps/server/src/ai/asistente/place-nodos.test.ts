import { expect, test } from 'vitest'
import { placeNodos } from './place-nodos.ts'

const join = (...pairs: string[]) =>
  pairs.map((pair) => {
    const [origen = '', destino = ''] = pair.split('>')
    return { origen, destino }
  })

test('new nodes stand behind what leads to them, beside each other, and the others stay', () => {
  const places = placeNodos(
    ['a', 'b', 'c', 'd'],
    join('a>b', 'b>c', 'b>d'),
    new Map([['a', { x: 10, y: 20 }]]),
  )
  expect(Object.fromEntries(places)).toEqual({
    a: { x: 10, y: 20 },
    b: { x: 330, y: 20 },
    c: { x: 650, y: 20 },
    d: { x: 650, y: 140 },
  })
})

test('nothing is put upon what is drawn, and what nothing leads to stands below it', () => {
  const known = new Map([
    ['a', { x: 0, y: 0 }],
    ['z', { x: 320, y: 50 }],
  ])
  const places = placeNodos(['a', 'z', 'b', 'solo'], join('a>b'), known)
  expect(places.get('b')).toEqual({ x: 320, y: 240 })
  expect(places.get('solo')).toEqual({ x: 0, y: 360 })
})

test('what comes after a new node makes room for it', () => {
  const known = new Map([
    ['a', { x: 0, y: 0 }],
    ['z', { x: 400, y: 10 }],
    ['far', { x: 2_000, y: 10 }],
  ])
  const places = placeNodos(['a', 'b', 'z', 'far'], join('a>b', 'b>z', 'z>far'), known)
  expect(Object.fromEntries(places)).toEqual({
    a: { x: 0, y: 0 },
    b: { x: 320, y: 0 },
    z: { x: 640, y: 10 },
    far: { x: 2_000, y: 10 },
  })
})

test('a circle is placed all the same', () => {
  expect(placeNodos(['a', 'b'], join('a>b', 'b>a'), new Map()).size).toBe(2)
})
