import { expect, test } from 'vitest'
import { flattenTree } from '../../shared/categorias/categoria-tree.ts'
import { stepOfKey } from './tree-keys.ts'

const NODES = flattenTree([
  { id: 'a', nombre: 'a', padreId: null, orden: 0 },
  { id: 'b', nombre: 'b', padreId: 'a', orden: 0 },
  { id: 'c', nombre: 'c', padreId: null, orden: 0 },
])

test.each([
  ['ArrowDown', 'a', false, { kind: 'focus', id: 'b' }],
  ['ArrowUp', 'a', false, { kind: 'focus', id: undefined }],
  ['End', 'a', false, { kind: 'focus', id: 'c' }],
  ['Home', 'c', false, { kind: 'focus', id: 'a' }],
  ['ArrowRight', 'a', true, { kind: 'fold', isFolded: false }],
  ['ArrowRight', 'a', false, { kind: 'focus', id: 'b' }],
  ['ArrowRight', 'c', false, { kind: 'focus', id: undefined }],
  ['ArrowLeft', 'a', false, { kind: 'fold', isFolded: true }],
  ['ArrowLeft', 'b', false, { kind: 'focus', id: 'a' }],
  ['Enter', 'b', false, { kind: 'open' }],
  ['x', 'b', false, null],
] as const)('%s on %s (folded: %s)', (key, id, isFolded, step) => {
  expect(stepOfKey(NODES, { key, id, isFolded })).toEqual(step)
})
