import { beforeEach, expect, test } from 'vitest'
import { readFijados, sentPins, storeFijados, withoutPin, withPin } from './fijados.ts'

let stored: Map<string, string>
let storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
beforeEach(() => {
  stored = new Map()
  storage = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }
})

test('what was pinned of a proceso is there again, and not of another', () => {
  expect(storeFijados(storage, 'p', { a: { filas: [] } })).toBe(true)
  expect([readFijados(storage, 'p'), readFijados(storage, 'q')]).toEqual([{ a: { filas: [] } }, {}])
})

test('nothing is left behind of what is let go', () => {
  const pinned = withPin({}, 'a', 1)
  storeFijados(storage, 'p', pinned)
  storeFijados(storage, 'p', withoutPin(pinned, 'a'))
  expect(stored.size).toBe(0)
})

test.each(['nada', '[1]', '"x"', 'null'])('%s is not taken for it', (text) => {
  stored.set('fijados:p', text)
  expect(readFijados(storage, 'p')).toEqual({})
})

test('what does not fit is not kept', () => {
  expect(storeFijados(storage, 'p', { a: 'x'.repeat(1_000_001) })).toBe(false)
  storage.setItem = () => {
    throw new Error('QuotaExceededError')
  }
  expect(storeFijados(storage, 'p', { a: 1 })).toBe(false)
})

test('of what is pinned, that is sent of which there is a node; of a join for its split', () => {
  const nodo = (id: string, tipo: 'proceso' | 'splitter-join', more = {}) => ({
    id,
    tipo,
    nombre: id,
    posicion: { x: 0, y: 0 },
    parametros: [],
    ...more,
  })
  const nodos = [nodo('a', 'proceso'), nodo('b', 'proceso'), nodo('j', 'splitter-join', { split: 'p' })]
  expect(sentPins({ a: 1, j: { elementos: [] }, gone: 2 }, { nodos })).toEqual({ a: 1, p: { elementos: [] } })
})
