import { expect, test } from 'vitest'
import { compileDocumento } from './compile-documento.ts'

const query = (documento: string, parametros: readonly string[] = [], operacion = '') =>
  compileDocumento({ documento, operacion }, 'query', parametros)

const DEEP = `{ a ${'{ a '.repeat(15_000)}`

test.each([
  ['{ cliente(', 'objeto.documento', /No es GraphQL que se entienda/],
  ['', 'objeto.documento', /No es GraphQL que se entienda/],
  ['fragment F on Cliente { id }', 'objeto.documento', /ninguna operación/],
  ['type Cliente { id: ID }', 'objeto.documento', /solo lleva operaciones y fragmentos/],
  ['query A { a } query B { b }', 'objeto.operacion', /varias operaciones/],
  ['mutation { crear }', 'objeto.documento', /La operación es una mutación/],
  ['subscription { nuevo }', 'objeto.documento', /Las suscripciones no se admiten/],
  ['query ($id: ID!) { cliente(id: $id) { id } }', 'parametros', /Falta el parámetro «id»/],
])('«%s» is refused at %s', (documento, campo, mensaje) => {
  expect(() => query(documento)).toThrow(
    expect.objectContaining({ errores: [{ campo, mensaje: expect.stringMatching(mensaje) }] }),
  )
})

test('a document that nests without end is refused as any other', () => {
  expect(() => query(DEEP)).toThrow(expect.objectContaining({ codigo: 'DATOS_INVALIDOS' }))
})

test('a parameter that no variable takes is refused, also where the variable is of another operation', () => {
  const documento = 'query A { a } query B($id: ID) { b(id: $id) }'
  expect(() => query(documento, ['id'], 'A')).toThrow(
    expect.objectContaining({
      errores: [
        { campo: 'parametros', mensaje: 'El parámetro «id» no se usa: la operación no declara $id.' },
      ],
    }),
  )
  expect(() => query(documento, [], 'C')).toThrow(
    expect.objectContaining({
      errores: [{ campo: 'objeto.operacion', mensaje: 'El documento no tiene la operación «C».' }],
    }),
  )
  expect(JSON.parse(query(documento, ['id'], 'B').write({ id: 7, otro: 1 }))).toEqual({
    query: documento,
    operationName: 'B',
    variables: { id: 7 },
  })
})

test('a variable without a value is not sent, one that is null is', () => {
  const { write } = query('query ($a: Int, $b: Int, $c: Int! = 3) { x(a: $a, b: $b, c: $c) }', ['a', 'b'])
  expect(JSON.parse(write({ a: undefined, b: null })).variables).toEqual({ b: null })
})

test('no name is special', () => {
  const { write } = query('query ($__proto__: Int) { x(a: $__proto__) }', ['__proto__'])
  const valores = Object.fromEntries([['__proto__', 1]])
  expect(write(valores)).toContain('"variables":{"__proto__":1}')
})
