import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flattenTree } from '../../shared/categorias/categoria-tree.ts'
import { idsAfterMove, type Place, placeByDrop, placeByKey, withOrder } from './move-categoria.ts'

interface Own {
  id: string
  nombre: string
  padreId: string | null
  orden: number
}

const SMALL: readonly Own[] = [
  { id: 'a', nombre: 'a', padreId: null, orden: 0 },
  { id: 'b', nombre: 'b', padreId: null, orden: 0 },
  { id: 'c', nombre: 'c', padreId: 'b', orden: 0 },
  { id: 'd', nombre: 'd', padreId: null, orden: 0 },
]

const move = (categorias: readonly Own[], id: string, place: Place) =>
  withOrder(categorias, place.padreId, idsAfterMove(categorias, id, place))

/** `a b(c) d` */
function draw(categorias: readonly Own[]): string {
  const tree = flattenTree(categorias)
  return tree.map(({ categoria, depth }) => `${'>'.repeat(depth)}${categoria.id}`).join(' ')
}

test.each([
  ['a', 'up', null],
  ['a', 'down', 'b >c a d'],
  ['d', 'up', 'a d b >c'],
  ['d', 'down', null],
  ['d', 'in', 'a b >c >d'],
  ['a', 'in', null],
  ['c', 'out', 'a b c d'],
  ['c', 'in', null],
  ['b', 'in', 'a >b >>c d'],
] as const)('%s goes %s: %s', (id, direction, drawn) => {
  const place = placeByKey(SMALL, id, direction)
  expect(place && draw(move(SMALL, id, place))).toBe(drawn)
})

test.each([
  ['a', 'b', 'before', 'a b >c d'],
  ['a', 'b', 'after', 'b >c a d'],
  ['a', 'b', 'inside', 'b >c >a d'],
  ['d', 'c', 'before', 'a b >d >c'],
  ['b', 'c', 'inside', null],
  ['b', 'b', 'after', null],
] as const)('%s dropped at %s (%s): %s', (id, overId, zone, drawn) => {
  const place = placeByDrop(SMALL, { id, overId, zone })
  expect(place && draw(move(SMALL, id, place))).toBe(drawn)
})

/** Any forest: each hangs on one that was there before it, or on nothing. */
const forests = fc
  .array(fc.tuple(fc.nat(), fc.nat({ max: 3 })), { minLength: 1, maxLength: 12 })
  .map((given) =>
    given.map(([parent, orden], index): Own => {
      const padre = parent % (index + 1)
      return { id: `c${index}`, nombre: `c${index}`, padreId: padre === index ? null : `c${padre}`, orden }
    }),
  )

test('no move loses a category or closes a circle, and what goes up comes down again', () => {
  const moves = fc.tuple(
    forests,
    fc.nat(),
    fc.nat(),
    fc.constantFrom('before', 'inside', 'after' as const),
    fc.constantFrom('up', 'down', 'in', 'out' as const),
  )
  fc.assert(
    fc.property(moves, ([forest, from, to, zone, direction]) => {
      const id = `c${from % forest.length}`
      const places = [
        placeByDrop(forest, { id, overId: `c${to % forest.length}`, zone }),
        placeByKey(forest, id, direction),
      ]
      for (const place of places) {
        if (place === null) continue
        const moved = move(forest, id, place)
        const ids = flattenTree(moved).map(({ categoria }) => categoria.id)
        expect(ids.toSorted()).toEqual(forest.map((each) => each.id).toSorted())
      }
      const up = placeByKey(forest, id, 'up')
      if (up === null) return
      const above = move(forest, id, up)
      const down = placeByKey(above, id, 'down')
      expect(down && draw(move(above, id, down))).toBe(draw(forest))
    }),
  )
})
