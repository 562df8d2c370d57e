import fc from 'fast-check'
import { expect, test } from 'vitest'
import { followKey, listJsonRows, PAGE, pathsToDivision } from './json-rows.ts'

const open = (...paths: string[]) => ({ paths: new Set(paths), shown: new Map<string, number>() })
const brief = (rows: ReturnType<typeof listJsonRows>) => rows.map(({ path, text }) => [path, text])

test('what is closed is one line', () => {
  expect(listJsonRows({ a: 1 }, open())).toEqual([
    { path: '', name: '', depth: 0, kind: 'objeto', count: 1, isOpen: false, text: '{…}' },
  ])
})

test('what is open shows what it holds, at the paths that references spell', () => {
  const value = { filas: [{ nombre: 'Ana', 'con espacio': null }], total: 1 }
  expect(brief(listJsonRows(value, open('', 'filas', 'filas[0]')))).toEqual([
    ['', '{…}'],
    ['filas', '[…]'],
    ['filas[0]', '{…}'],
    ['filas[0].nombre', 'Ana'],
    ['filas[0]["con espacio"]', 'null'],
    ['total', '1'],
  ])
})

test.each([
  [7, ['']],
  [
    { sobre: { version: '1.1', cuerpo: { saludo: { texto: 'Hola' } } } },
    ['', 'sobre', 'sobre.cuerpo', 'sobre.cuerpo.saludo'],
  ],
  [{ filas: [{ id: 1 }, { id: 2 }], total: 2 }, ['', 'filas']],
  [{ uno: { a: 1 }, dos: { b: 2 } }, ['']],
])('%j is open down to where it divides', (value, paths) => {
  expect([...pathsToDivision(value)]).toEqual(paths)
})

test('of a long list the first entries are shown, and how many are left', () => {
  const list = Array.from({ length: PAGE + 7 }, (_, index) => index)
  const rows = listJsonRows(list, open(''))
  expect(rows).toHaveLength(1 + PAGE + 1)
  expect(rows.at(-1)).toMatchObject({ kind: 'mas', count: 7, name: '' })
  const more = { paths: new Set(['']), shown: new Map([['', 2 * PAGE]]) }
  expect(listJsonRows(list, more)).toHaveLength(1 + PAGE + 7)
})

test.each([
  [[], '[]'],
  [{}, '{}'],
  [undefined, 'null'],
  [false, 'false'],
  ['x'.repeat(600), `${'x'.repeat(500)}…`],
])('%j is shown in one line', (value, text) => {
  expect(listJsonRows(value, open())[0]?.text).toBe(text)
})

test('every line has a path of its own', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      const paths = new Set([''])
      for (let round = 0; round < 4; round++)
        for (const { path } of listJsonRows(value, { paths, shown: new Map() })) paths.add(path)
      const rows = listJsonRows(value, { paths, shown: new Map() })
      expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length)
    }),
  )
})

const ROWS = listJsonRows({ a: { b: 1 }, c: 2 }, open('', 'a'))

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowUp', 2, 1],
  ['Home', 3, 0],
  ['End', 0, 3],
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 1, 'turn'],
  ['ArrowLeft', 2, 1],
  ['Enter', 1, 'turn'],
  ['a', 1, null],
])('%s at line %d does %j', (key, at, step) => {
  expect(followKey(key, ROWS, at)).toBe(step)
})
