import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEqual, listDifferences, mergeChosen, sideAtFirst } from './differences.ts'

test('versions differ in their fields, however deep', () => {
  const mine = { nombre: 'A', config: { host: 'uno', puerto: 1 }, lista: [1, 2], nuevo: true }
  const theirs = { nombre: 'A', config: { host: 'dos', puerto: 1 }, lista: [1] }
  expect(listDifferences(mine, theirs)).toEqual([
    { campo: 'config.host', mine: 'uno', theirs: 'dos' },
    { campo: 'lista', mine: [1, 2], theirs: [1] },
    { campo: 'nuevo', mine: true, theirs: undefined },
  ])
})

test('the order of fields makes no difference', () => {
  expect(isEqual({ a: 1, b: { c: 1, d: 2 } }, { b: { d: 2, c: 1 }, a: 1 })).toBe(true)
})

test('what is chosen is taken over and the rest stays', () => {
  const mine = { nombre: 'mío', config: { host: 'mío', puerto: 1 } }
  const theirs = { nombre: 'suyo', config: { host: 'suyo', puerto: 2 } }
  const differences = listDifferences(mine, theirs)
  expect(mergeChosen(theirs, differences, ({ campo }) => campo === 'config.host')).toEqual({
    nombre: 'suyo',
    config: { host: 'mío', puerto: 2 },
  })
})

test('what only the other changed is theirs at first, and what I changed is mine', () => {
  const base = { nombre: 'A', descripcion: 'vieja', config: { host: 'uno', puerto: 1 }, lista: [1] }
  const mine = { ...base, config: { host: 'dos', puerto: 1 }, nombre: 'B' }
  const theirs = {
    ...base,
    descripcion: 'nueva',
    config: { host: 'uno', puerto: 2 },
    nombre: 'C',
    lista: [2],
  }
  const sides = listDifferences(mine, theirs).map((each) => [each.campo, sideAtFirst(each, base)])
  expect(Object.fromEntries(sides)).toEqual({
    nombre: 'mine',
    descripcion: 'theirs',
    'config.host': 'mine',
    'config.puerto': 'theirs',
    lista: 'theirs',
  })
})

const version = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.oneof(
    fc.integer(),
    fc.array(fc.integer()),
    fc.dictionary(fc.constantFrom('x', 'y'), fc.integer(), { minKeys: 1 }),
  ),
)

test('choosing all of mine gives mine, and choosing nothing gives theirs', () => {
  fc.assert(
    fc.property(version, version, (mine, theirs) => {
      const differences = listDifferences(mine, theirs)
      expect(
        isEqual(
          mergeChosen(theirs, differences, () => false),
          theirs,
        ),
      ).toBe(true)
      const merged = mergeChosen(theirs, differences, () => true)
      expect(listDifferences(merged, mine).every(({ mine: value }) => isEqual(value, {}))).toBe(true)
    }),
  )
})

test('what became of another kind is one value: fields of two kinds make none', () => {
  const mine = { acceso: { tipo: 'token' } }
  const theirs = { acceso: { tipo: 'basico', usuario: 'ana' } }
  expect(listDifferences(mine, theirs)).toEqual([
    { campo: 'acceso', mine: mine.acceso, theirs: theirs.acceso },
  ])
})
