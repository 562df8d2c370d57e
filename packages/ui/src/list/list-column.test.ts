import { expect, test } from 'vitest'
import {
  defaultColumns,
  type ListColumn,
  ordenDirection,
  stackedColumns,
  turnOrden,
  visibleColumns,
} from './list-column.ts'

const column = (key: string, rest: Partial<ListColumn<unknown>> = {}): ListColumn<unknown> => ({
  key,
  title: key,
  render: () => null,
  ...rest,
})
const COLUMNS = [column('nombre'), column('tipo', { from: 500 }), column('notas', { isOptional: true })]

test.each([
  ['a wide list', ['nombre', 'tipo'], 900, ['nombre', 'tipo']],
  ['a narrow list', ['nombre', 'tipo'], 400, ['nombre']],
  ['a list not measured yet', ['nombre', 'tipo'], 0, ['nombre', 'tipo']],
  ['nothing chosen', [], 900, ['nombre']],
  ['an optional column that was chosen', ['notas'], 900, ['nombre', 'notas']],
])('%s shows', (_, chosen, width, shown) => {
  const columns = visibleColumns(COLUMNS, { chosen: new Set(chosen), width })
  expect(columns.map(({ key }) => key)).toEqual(shown)
})

test('optional columns wait until they are chosen', () => {
  expect(defaultColumns(COLUMNS)).toEqual(['nombre', 'tipo'])
})

test.each([
  ['nombre', 'nombre', '-nombre'],
  ['-nombre', 'nombre', 'nombre'],
  ['-nombre', 'creadoEn', 'creadoEn'],
])('sorted by %s, a click on %s sorts by %s', (current, clicked, next) => {
  expect(turnOrden(current, clicked)).toBe(next)
})

test.each([
  ['nombre', 'nombre', 'ascending'],
  ['-nombre', 'nombre', 'descending'],
  ['nombre', 'tipo', 'none'],
  ['nombre', undefined, 'none'],
] as const)('sorted by %s, the column %s is %s', (current, key, direction) => {
  expect(ordenDirection(current, key)).toBe(direction)
})

test.each<[number, string[]]>([
  [0, []],
  [300, ['estado']],
  [500, []],
])('in %d pixels what is essential and does not fit goes below the first column', (width, keys) => {
  const render = () => null
  const columns = [
    { key: 'nombre', title: 'Nombre', render },
    { key: 'estado', title: 'Estado', from: 400, isEssential: true, render },
    { key: 'correo', title: 'Correo', from: 400, render },
  ]
  const chosen = new Set(['nombre', 'estado', 'correo'])
  expect(stackedColumns(columns, { chosen, width }).map(({ key }) => key)).toEqual(keys)
})
