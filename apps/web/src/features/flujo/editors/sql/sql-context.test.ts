import { expect, test } from 'vitest'
import { sqlContextAt, tablesIn } from './sql-context.ts'

/** The place is where the bar stands. */
function at(marked: string) {
  return sqlContextAt(marked.replace('|', ''), marked.indexOf('|'))
}

test.each([
  ['select * from |', { kind: 'tabla', desde: 14, texto: '' }],
  ['select * from cus|', { kind: 'tabla', desde: 14, texto: 'cus' }],
  ['select * from public.cus|', { kind: 'tabla', desde: 14, texto: 'public.cus' }],
  ['select * from a, b|', { kind: 'tabla', desde: 17, texto: 'b' }],
  ['select * from a x JOIN |', { kind: 'tabla', desde: 23, texto: '' }],
  ['insert into cu|', { kind: 'tabla', desde: 12, texto: 'cu' }],
  ['update |', { kind: 'tabla', desde: 7, texto: '' }],
  ['select :|', { kind: 'parametro', desde: 8 }],
  ['select * from a where id = :i|', { kind: 'parametro', desde: 28 }],
])('%s', (marked, expected) => {
  expect(at(marked)).toEqual(expected)
})

test.each([
  ['select c.| from customer c', 'customer'],
  ['select c.fi| from public.customer as c', 'customer'],
  ['select customer.| from customer', 'customer'],
  ['select "c".| from "Customer" "c"', 'Customer'],
  ['select x.| from customer c', undefined],
])('the column of %s', (marked, nombre) => {
  const context = at(marked)
  expect(context).toMatchObject({ kind: 'columna' })
  expect(context?.kind === 'columna' && context.tabla?.nombre).toBe(nombre)
})

test('any other word may be a column of the tables that are named, also behind the place', () => {
  expect(at('select fir| from customer c join invoice i on true')).toEqual({
    kind: 'palabra',
    desde: 7,
    tablas: [
      { nombre: 'customer', esquema: undefined, alias: 'c' },
      { nombre: 'invoice', esquema: undefined, alias: 'i' },
    ],
  })
})

test.each(["select 'from |", 'select 1 -- from |', 'select 1 /* from |', "select 'a''b |"])(
  'in %s nothing is named',
  (marked) => {
    expect(at(marked)).toBeNull()
  },
)

test.each(["select 'a' from |", 'select 1 /* a */ from |'])('behind a text or comment: %s', (marked) => {
  expect(at(marked)).toMatchObject({ kind: 'tabla' })
})

test.each([
  ['select a::int from t where x', [['t', 't']]],
  [
    'select * from a x, b y',
    [
      ['a', 'x'],
      ['b', 'y'],
    ],
  ],
  ['delete from a where id = 1', [['a', 'a']]],
  ["select 'from z' from a", [['a', 'a']]],
  ['select * from (select * from inner_one) s', [['inner_one', 'inner_one']]],
  ['update t set a = 1', [['t', 't']]],
])('the tables of %s', (sql, expected) => {
  expect(tablesIn(sql).map(({ nombre, alias }) => [nombre, alias])).toEqual(expected)
})
