import { expect, test } from 'vitest'
import { type Pieza, place } from './place.ts'

const pieza = (id: string, tras: readonly string[], more: Partial<Pieza> = {}): Pieza => ({
  id,
  tras,
  alto: 1,
  letreros: [],
  ...more,
})
const entries = (lugares: ReturnType<typeof place>) => Object.fromEntries(lugares)

test('what follows stands in the next column, and branches below one another', () => {
  const nodos = [pieza('a', []), pieza('b', ['a']), pieza('c', ['a']), pieza('d', ['b', 'c'])]
  expect(entries(place(nodos, []))).toEqual({
    a: { x: 0, y: 0 },
    b: { x: 320, y: 0 },
    c: { x: 320, y: 128 },
    d: { x: 640, y: 0 },
  })
})

test('columns are as far apart as what is written between them is long, within reason', () => {
  const nodos = (letrero: string) => [pieza('a', [], { letreros: ['si', letrero] }), pieza('b', ['a'])]
  expect(place(nodos('otro'), []).get('b')?.x).toBe(216 + 104)
  expect(place(nodos('Tiene existencias'), []).get('b')?.x).toBe(216 + 17 * 7 + 48)
  expect(place(nodos('x'.repeat(200)), []).get('b')?.x).toBe(216 + 280)
})

test('a node with many ways out reaches into the next row', () => {
  const nodos = [pieza('a', []), pieza('b', ['a'], { alto: 2 }), pieza('c', ['a'])]
  expect(place(nodos, []).get('c')).toEqual({ x: 320, y: 256 })
})

test('a note stands right below the node that it belongs to, and nothing comes between them', () => {
  const nodos = [pieza('a', []), pieza('b', ['a']), pieza('c', ['a'])]
  const notas = [
    { id: 'n', de: 'b', alto: 2 },
    { id: 'm', de: 'b', alto: 1 },
  ]
  expect(entries(place(nodos, notas))).toMatchObject({
    b: { x: 320, y: 0 },
    n: { x: 320, y: 128 },
    m: { x: 320, y: 384 },
    c: { x: 320, y: 512 },
  })
})

test('notes of the whole drawing stand below it, beside each other', () => {
  const notas = ['p', 'q', 'r', 's', 't'].map((id) => ({ id, de: undefined, alto: id === 'q' ? 3 : 1 }))
  expect(entries(place([pieza('a', [])], notas))).toEqual({
    a: { x: 0, y: 0 },
    p: { x: 0, y: 128 },
    q: { x: 256, y: 128 },
    r: { x: 512, y: 128 },
    s: { x: 768, y: 128 },
    t: { x: 0, y: 512 },
  })
})
