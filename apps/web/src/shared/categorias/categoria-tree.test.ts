import { expect, test } from 'vitest'
import { flattenTree } from './categoria-tree.ts'

const of = (id: string, padreId: string | null = null, orden = 0) => ({ id, nombre: id, padreId, orden })

test('the tree is read from top to bottom, siblings by their order and then by name', () => {
  const tree = flattenTree([of('b', null, 1), of('á'), of('c', 'b'), of('d', 'c'), of('a', 'b')])
  expect(tree.map(({ categoria, depth, path }) => [categoria.id, depth, path.join('/')])).toEqual([
    ['á', 0, ''],
    ['b', 0, ''],
    ['a', 1, 'b'],
    ['c', 1, 'b'],
    ['d', 2, 'b/c'],
  ])
  expect(tree.filter(({ hasChildren }) => hasChildren).map(({ categoria }) => categoria.id)).toEqual([
    'b',
    'c',
  ])
})

test('what hangs on a category that is not there stands at the top', () => {
  expect(flattenTree([of('a', 'gone')])).toMatchObject([{ depth: 0 }])
})
