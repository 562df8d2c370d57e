import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MYSQL_DIALECT } from '../mysql/mysql-dialect.ts'
import { POSTGRESQL_DIALECT } from '../postgresql/postgresql-dialect.ts'
import { SQLITE_DIALECT } from '../sqlite/sqlite-dialect.ts'
import type { Dialect } from './dialect.ts'
import { SqlSinCerrar, scanSql } from './scan-sql.ts'

const PG = POSTGRESQL_DIALECT
const MY = MYSQL_DIALECT
const LITE = SQLITE_DIALECT

function parametersOf(sql: string, { lexico }: Dialect): string[] {
  return scanSql(sql, lexico)
    .filter(({ tipo }) => tipo === 'parametro')
    .map(({ texto }) => texto)
}

test.each<[string, Dialect, string, string[]]>([
  ['a plain mention', PG, 'select :id', ['id']],
  ['letters with accents', PG, 'select :año_2', ['año_2']],
  ['texts are not read', PG, "select ':no', :si", ['si']],
  ['a doubled quote does not end a text', PG, "select 'it''s :no', :si", ['si']],
  ['a backslash is plain in a standard text', PG, "select '\\', :si, ':no'", ['si']],
  ['a backslash escapes in E texts', PG, "select E'\\':no', :si", ['si']],
  ['a name that ends in e does not make an E text', PG, "select le'\\', :si", ['si']],
  ['quoted names are not read', PG, 'select ":no", :si', ['si']],
  ['casts are code', PG, 'select :id::int, now()::date', ['id']],
  ['assignments are code', MY, 'select @x:=1, :si', ['si']],
  ['slices of arrays are code', PG, 'select a[1:n], a[2:3], :si', ['si']],
  ['times are code', PG, 'select 12:30, :si', ['si']],
  ['comments to the end of the line', PG, 'select 1 -- :no\n, :si', ['si']],
  ['a dash comment needs a blank in MySQL', MY, 'select 1--:si', ['si']],
  ['hash comments are of MySQL', MY, 'select 1 # :no\n, :si', ['si']],
  ['a hash is an operator elsewhere', PG, 'select a #> :si', ['si']],
  ['block comments', MY, 'select /* :no */ :si', ['si']],
  ['nested comments of PostgreSQL', PG, 'select /* /* :no */ :no */ :si', ['si']],
  ['comments do not nest in SQLite', LITE, 'select /* /* :no */ :si', ['si']],
  ['dollar texts', PG, 'select $$:no$$, $f$ $$ :no $f$, :si', ['si']],
  ['a dollar inside a name begins no text', PG, 'select a$b$, :si, b$', ['si']],
  ['backslashes escape in MySQL', MY, "select 'a\\':no', :si", ['si']],
  ['double quotes are texts in MySQL', MY, 'select "a\\":no", :si', ['si']],
  ['backticks', MY, 'select `:no```, :si', ['si']],
  ['bracket names of SQLite', LITE, 'select [:no], :si', ['si']],
  ['a colon alone is code', PG, 'select : id', []],
])('%s', (_, dialect, sql, expected) => {
  expect(parametersOf(sql, dialect)).toEqual(expected)
})

test.each([
  ["select 'abc", 'un texto'],
  ['select "abc', 'un nombre entre comillas'],
  ['select /* abc', 'un comentario'],
  ['select $a$ abc', 'un texto $a$'],
])('%s is refused, saying what is open', (sql, que) => {
  expect(() => scanSql(sql, PG.lexico)).toThrow(new SqlSinCerrar(que))
})

describe.each([PG, MY, LITE])('in $nombre', (dialect) => {
  const text = fc.string({ maxLength: 12 })
  const quoted = text.map((each) => {
    const escaped = dialect.lexico.backslashInTexts ? each.replaceAll('\\', '\\\\') : each
    return { sql: `'${escaped.replaceAll("'", "''")}'`, name: null }
  })
  const identifier = text.map((each) => ({ sql: dialect.quote(each), name: null }))
  const comment = text.map((each) => ({ sql: `/*${each.replace(/[*/]/g, '')}*/`, name: null }))
  const line = text.map((each) => ({ sql: `-- ${each.replaceAll('\n', '')}\n`, name: null }))
  const cast = fc.constant({ sql: 'x::int', name: null })
  const parameter = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/).map((name) => ({ sql: `:${name}`, name }))
  const statement = fc.array(fc.oneof(quoted, identifier, comment, line, cast, parameter), { maxLength: 12 })

  test('exactly the parameters are found, whatever stands around them', () => {
    fc.assert(
      fc.property(statement, (pieces) => {
        const sql = pieces.map((piece) => piece.sql).join(' ')
        const names = pieces.flatMap(({ name }) => (name === null ? [] : [name]))
        expect(parametersOf(sql, dialect)).toEqual(names)
      }),
    )
  })

  test('the pieces of any text that can be read make the text again', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...`ab:'"$/*-#\`[]() \\\n1`.split('')), maxLength: 40 }),
        (sql) => {
          try {
            const pieces = scanSql(sql, dialect.lexico)
            expect(
              pieces.map(({ tipo, texto }) => (tipo === 'parametro' ? `:${texto}` : texto)).join(''),
            ).toBe(sql)
          } catch (error) {
            expect(error).toBeInstanceOf(SqlSinCerrar)
          }
        },
      ),
    )
  })
})
