import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Chain, type Linked } from './index.ts'

interface Item extends Linked<Item> {
  name: number
}

const newItem = (name: number): Item => ({ name, earlier: null, later: null })
const namesOf = (chain: Chain<Item>) => [...chain].map(({ name }) => name)

test('a chain holds what a set would, in the same order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(8))), (steps) => {
      const chain = new Chain<Item>()
      const model = new Set<Item>()
      const items = Array.from({ length: 9 }, (_, name) => newItem(name))
      for (const [adds, place] of steps) {
        const item = items[place] ?? newItem(place)
        if (!adds) expect(chain.delete(item)).toBe(model.delete(item))
        else if (!model.has(item)) {
          chain.add(item)
          model.add(item)
        }
        expect(namesOf(chain)).toEqual([...model].map(({ name }) => name))
        expect(chain.size).toBe(model.size)
        expect(chain.first).toBe([...model][0] ?? null)
      }
    }),
  )
})

test('what leaves points to nothing, so that it keeps nothing alive', () => {
  const chain = new Chain<Item>()
  const [first, middle, last] = [newItem(1), newItem(2), newItem(3)]
  for (const item of [first, middle, last]) chain.add(item)
  chain.delete(middle)
  expect(middle).toEqual(newItem(2))
  expect(chain.delete(middle)).toBe(false)
  expect(namesOf(chain)).toEqual([1, 3])
})
