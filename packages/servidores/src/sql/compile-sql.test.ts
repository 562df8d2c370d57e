import { LIMITS } from '@div/contract'
import { expect, test } from 'vitest'
import { MYSQL_DIALECT } from '../mysql/mysql-dialect.ts'
import { POSTGRESQL_DIALECT } from '../postgresql/postgresql-dialect.ts'
import { SQLITE_DIALECT } from '../sqlite/sqlite-dialect.ts'
import { bindSentencia, bindValues, compileSql } from './compile-sql.ts'

test('PostgreSQL binds a name once however often it is mentioned', () => {
  const sentencia = compileSql('select :a, :b, :a', POSTGRESQL_DIALECT, ['a', 'b'])
  expect(sentencia).toMatchObject({ texto: 'select $1, $2, $1', nombres: ['a', 'b'] })
})

test('the others bind each mention', () => {
  const sentencia = compileSql('select :a, :b, :a', MYSQL_DIALECT, ['a', 'b'])
  expect(sentencia).toMatchObject({ texto: 'select ?, ?, ?', nombres: ['a', 'b', 'a'] })
})

test('an undeclared parameter is named', () => {
  expect(() => compileSql('select :nada', SQLITE_DIALECT, ['algo'])).toThrow(
    expect.objectContaining({
      errores: [
        {
          campo: 'objeto.sql',
          mensaje: 'El parámetro «:nada» de la sentencia no está entre los parámetros del nodo.',
        },
      ],
    }),
  )
})

test.each([
  ['select 1; delete from t', 'Escriba una sola sentencia'],
  ['commit', 'COMMIT'],
  ["attach database 'x' as y", 'ATTACH'],
  ["vacuum into 'x'", 'VACUUM'],
  ['pragma writable_schema = 1', 'PRAGMA'],
  ['-- nothing', 'vacías'],
  ["select 'a", 'no cierra un texto'],
])('SQLite is not asked: %s', (sql, mensaje) => {
  expect(() => compileSql(sql, SQLITE_DIALECT, [])).toThrow(
    expect.objectContaining({
      errores: [{ campo: 'objeto.sql', mensaje: expect.stringContaining(mensaje) }],
    }),
  )
})

test.each([
  ['select 1', 'lectura', 'filas', false],
  ['/* a */ (select 1) union select 2;', 'lectura', 'filas', false],
  ['values (1)', 'lectura', 'filas', false],
  ["select replace(a, 'update', 'x') from t", 'lectura', 'filas', false],
  ['insert into t values (1)', 'escritura', 'afectadas', false],
  ['insert into t values (1) returning id', 'escritura', 'afectadas', true],
  ['with a as (select 1) select * from a', 'lectura', 'filas', false],
  ["with a as (select replace(b, 'c', 'd') from e) select * from a", 'lectura', 'filas', false],
  ['with a as (delete from t returning *) select * from a', 'escritura', 'filas', true],
  ['with a as (select 1) insert into t select * from a', 'escritura', 'afectadas', false],
  ['create table t (a int)', 'escritura', 'afectadas', false],
  ['select a into b from t', 'escritura', 'filas', false],
  ['with a as (select 1 x) select * into b from a', 'escritura', 'filas', false],
])('%s is %s of %s', (sql, efecto, salida, devuelve) => {
  expect(compileSql(sql, POSTGRESQL_DIALECT, [])).toMatchObject({ efecto, salida, devuelve })
})

test('PostgreSQL binds lists as one value', () => {
  const sql = 'select 1 where a in (:ids) and b not in ( :ids ) and c = :ids'
  const sentencia = compileSql(sql, POSTGRESQL_DIALECT, ['ids'])
  expect(sentencia.texto).toBe('select 1 where a = any($1) and b <> all($1 ) and c = $2')
  expect(bindValues(sentencia, { ids: 7 })).toEqual([[7], 7])
})

test.each([
  [[1, 2, 3], 'select 1 where a in (?, ?, ?, ?) and b = ?', [1, 2, 3, 3, 'x']],
  [[1], 'select 1 where a in (?) and b = ?', [1, 'x']],
  [[], 'select 1 where a in (select null from (select 1 as uno) as nada where 1 = 0) and b = ?', ['x']],
])('elsewhere the list %j is spelled out', (ids, texto, values) => {
  const sentencia = compileSql('select 1 where a in (:ids) and b = :b', MYSQL_DIALECT, ['ids', 'b'])
  expect(bindSentencia(sentencia, { ids, b: 'x' }, LIMITS)).toEqual({ texto, values })
})

test('one value in place of a list is just bound', () => {
  const sentencia = compileSql('select 1 where a in (:ids)', MYSQL_DIALECT, ['ids'])
  expect(bindSentencia(sentencia, { ids: 1 }, LIMITS)).toEqual({
    texto: 'select 1 where a in (?)',
    values: [1],
  })
})

test('a list that is too long is a named error', () => {
  const sentencia = compileSql('select 1 where a in (:ids)', MYSQL_DIALECT, ['ids'])
  const ids = new Array(LIMITS.listaSql + 1).fill(1)
  expect(() => bindSentencia(sentencia, { ids }, LIMITS)).toThrow('listaSql')
})
