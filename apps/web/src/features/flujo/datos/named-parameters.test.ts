import { newFlujo, type Parametro } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findParameters, followSql, namedParameters, unusedParameters } from './named-parameters.ts'

test.each([
  ['select 1', []],
  ['select * from c where id = :id', ['id']],
  ['where a = :a and b = :b or a = :a', ['a', 'b']],
  ['select \':no\', ":no", x::text where id = :si', ['si']],
  ['select 1 -- :no\n, :si', ['si']],
  ['select /* :no */ :si', ['si']],
  ["select 'it''s :no', :si", ['si']],
  ['select $$ :no $$, $f$ :no $f$, :si', ['si']],
  ["select '12:30'", []],
])('the parameters of «%s» are %j', (sql, expected) => {
  expect(namedParameters(sql)).toEqual(expected)
})

test('a parameter stands from its colon to its end', () => {
  expect(findParameters("select ':no', :si")).toEqual([{ nombre: 'si', desde: 14, hasta: 17 }])
})

test.each([
  [{ sql: 'x = :id' }, ['sobra']],
  [{ sql: ':id :sobra' }, []],
  [{ tabla: 'clientes' }, []],
  [undefined, []],
])('of %j the parameters %j are used no more', (objeto, expected) => {
  const [entrada] = newFlujo().nodos
  if (entrada === undefined) throw new Error('a flujo begins with its entrada')
  const nodo = { ...entrada, objeto, parametros: [{ nombre: 'id' }, { nombre: 'sobra' }] }
  expect([...unusedParameters(nodo)]).toEqual(expected)
})

test('of a query that is not written yet no parameter is used', () => {
  const [entrada] = newFlujo().nodos
  if (entrada === undefined) throw new Error('a flujo begins with its entrada')
  const nodo = { ...entrada, tipoObjeto: 'consulta', objeto: {}, parametros: [{ nombre: 'id' }] }
  expect([...unusedParameters(nodo)]).toEqual(['id'])
})

describe('a query that is changed', () => {
  const flujo = newFlujo()
  const [entrada, ...others] = flujo.nodos
  const withId = {
    ...flujo,
    nodos: entrada ? [{ ...entrada, parametros: [{ nombre: 'id' }] }, ...others] : [],
  }
  const fromEntrada = { nombre: 'id', valorAsignado: { nodo: 'n1', ruta: 'id' } }

  test.each<[string, string, readonly Parametro[], readonly Parametro[]]>([
    ['asks for a new one', 'x = :nuevo', [], [{ nombre: 'nuevo' }]],
    ['takes what the entrada declares by that name', 'x = :id', [], [fromEntrada]],
    ['keeps what was given', 'x = :id', [{ nombre: 'id', valor: 7 }], [{ nombre: 'id', valor: 7 }]],
    ['drops what nobody gave a value', 'x', [{ nombre: 'i' }, fromEntrada], []],
    [
      'keeps what is not in it any more but has a value',
      'x',
      [{ nombre: 'y', valor: 1 }],
      [{ nombre: 'y', valor: 1 }],
    ],
    [
      'keeps what somebody mapped to another node, also by the same name',
      'x',
      [{ nombre: 'id', valorAsignado: { nodo: 'n7', ruta: 'id' } }],
      [{ nombre: 'id', valorAsignado: { nodo: 'n7', ruta: 'id' } }],
    ],
  ])('%s', (_, sql, before, expected) => {
    expect(followSql(withId, before, sql)).toEqual(expected)
  })

  test('typed letter by letter ends as if it were pasted', () => {
    const name = fc.stringMatching(/^[a-z]{1,6}$/)
    fc.assert(
      fc.property(fc.array(name, { maxLength: 4 }), (names) => {
        const sql = names.map((each) => `x = :${each}`).join(' and ')
        const typed = [...sql].reduce<{ text: string; parametros: Parametro[] }>(
          ({ text, parametros }, letter) => ({
            text: text + letter,
            parametros: followSql(withId, parametros, text + letter),
          }),
          { text: '', parametros: [] },
        )
        expect(new Set(typed.parametros.map(({ nombre }) => nombre))).toEqual(new Set(names))
      }),
    )
  })
})
