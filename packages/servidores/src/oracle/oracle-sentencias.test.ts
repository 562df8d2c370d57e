import { Binario, Fecha } from '@div/contract'
import oracledb from 'oracledb'
import { expect, test } from 'vitest'
import { oraError, resultSet } from './testing.ts'
import { connect, ONE } from './testing-session.ts'

test.each<[string, unknown, unknown]>([
  ['NUMBER', '7', 7],
  ['NUMBER', '.5', 0.5],
  ['NUMBER', '-.5', -0.5],
  ['NUMBER', '12345678901234567890.123456789', '12345678901234567890.123456789'],
  ['NUMBER', '9007199254740993', '9007199254740993'],
  ['BINARY_FLOAT', 0.10000000149011612, 0.1],
  ['BINARY_DOUBLE', 0.1, 0.1],
  ['VARCHAR2', 'ñ\u{1f600}', 'ñ\u{1f600}'],
  ['CLOB', 'largo', 'largo'],
  ['BLOB', Buffer.of(0, 255), new Binario(Uint8Array.of(0, 255))],
  ['RAW', Buffer.of(1), new Binario(Uint8Array.of(1))],
  ['DATE', new Date(2024, 1, 29, 10, 20, 30), new Date('2024-02-29T10:20:30Z')],
  ['TIMESTAMP', new Date(2024, 1, 29, 10, 20, 30, 456), new Date('2024-02-29T10:20:30.456Z')],
  ['TIMESTAMP WITH TIME ZONE', new Date('2024-02-29T10:20:30Z'), new Date('2024-02-29T10:20:30Z')],
  ['NUMBER', null, null],
])('%s that comes as %j is read as %j', async (dbTypeName, value, read) => {
  const set = resultSet([{ name: 'VALOR', dbTypeName }], [[value]])
  const { call } = connect(() => ({ resultSet: set }))
  expect(await call('consulta', { sql: 'select valor from t' })).toEqual({
    filas: [{ VALOR: read }],
    total: 1,
  })
  expect(set.isClosed).toBe(true)
})

test.each<[unknown, object]>([
  ['x', { val: 'x', type: oracledb.DB_TYPE_VARCHAR }],
  [10.5, { val: 10.5, type: oracledb.DB_TYPE_NUMBER }],
  ['12345678901234567890.5', { val: '12345678901234567890.5', type: oracledb.DB_TYPE_VARCHAR }],
  [true, { val: 1, type: oracledb.DB_TYPE_NUMBER }],
  [null, { val: null, type: oracledb.DB_TYPE_VARCHAR }],
  [new Fecha(2024, 2, 29), { val: new Date(2024, 1, 29), type: oracledb.DB_TYPE_DATE }],
  [
    new Date('2024-02-29T15:20:30.456Z'),
    { val: new Date(2024, 1, 29, 10, 20, 30, 456), type: oracledb.DB_TYPE_TIMESTAMP },
  ],
  [new Binario(Uint8Array.of(1)), { val: Buffer.of(1), type: oracledb.DB_TYPE_RAW }],
  [{ a: 1 }, { val: '{"a":1}', type: oracledb.DB_TYPE_VARCHAR }],
])('%j is bound as %j', async (valor, bind) => {
  const { call, ejecutadas } = connect(ONE, { zonaHoraria: 'America/Bogota' })
  await call('consulta', { sql: 'select 1 as uno from dual where a = :valor' }, { valor })
  expect(ejecutadas).toEqual([{ sql: 'select 1 as uno from dual where a = :1', binds: [bind] }])
})

test('lists are as many values', async () => {
  const { call, ejecutadas } = connect(ONE)
  await call(
    'consulta',
    { sql: 'select a from t where a in (:a) and b not in (:b)' },
    { a: [1, 2, 3], b: [] },
  )
  expect(ejecutadas[0]?.sql).toBe(
    'select a from t where a in (:1, :2, :3, :4) and b not in (select null from dual where 1 = 0)',
  )
})

test.each<[Record<string, unknown>, string]>([
  [
    { operacion: 'seleccionar', columnas: ['A'], limite: 5, desplazamiento: { parametro: 'n' } },
    'select "A" from "T" offset :1 rows fetch next 5 rows only',
  ],
  [
    { operacion: 'seleccionar', limite: { parametro: 'n' }, orden: [{ columna: 'A' }] },
    'select * from "T" order by "A" asc offset 0 rows fetch next :1 rows only',
  ],
  [
    { operacion: 'seleccionar', filtro: [{ columna: 'A', operador: 'contiene', parametro: 'n' }] },
    `select * from "T" where upper("A") like upper(:1) escape '!'`,
  ],
])('%j asks as this database writes it', async (objeto, sql) => {
  const { call, ejecutadas } = connect(ONE)
  await call('tabla', { tabla: 'T', ...objeto }, { n: 3 })
  expect(ejecutadas[0]?.sql).toBe(sql)
})

test('rows that were written come back with their types, in a transaction of their own', async () => {
  const { call, ejecutadas, ordenes } = connect(({ sql, binds }) => {
    if (binds === null)
      return {
        metaData: [
          { name: 'ID', dbTypeName: 'NUMBER' },
          { name: 'CREADO', dbTypeName: 'DATE' },
        ],
      }
    return sql.startsWith('update')
      ? {
          rowsAffected: 2,
          outBinds: [
            ['1', '2'],
            [new Date(2024, 0, 1), null],
          ],
        }
      : {}
  })
  const objeto = {
    tabla: 'T',
    operacion: 'actualizar',
    columnas: ['A'],
    devolver: ['ID', 'CREADO'],
    todas: true,
  }
  expect(await call('tabla', objeto, { A: 1 })).toEqual({
    afectadas: 2,
    filas: [
      { ID: 1, CREADO: new Date('2024-01-01T00:00:00Z') },
      { ID: 2, CREADO: null },
    ],
  })
  expect(ejecutadas.map(({ sql }) => sql)).toEqual([
    'set transaction isolation level read committed',
    'update "T" set "A" = :1 returning "ID", "CREADO" into :devuelta1, :devuelta2',
  ])
  expect(ejecutadas[1]?.binds).toEqual([
    { val: 1, type: oracledb.DB_TYPE_NUMBER },
    { dir: oracledb.BIND_OUT, type: oracledb.DB_TYPE_VARCHAR, maxSize: 200 },
    { dir: oracledb.BIND_OUT, type: oracledb.DB_TYPE_TIMESTAMP },
  ])
  expect(ordenes).toEqual(['commit'])
})

test('many rows are all there or none', async () => {
  let count = 0
  const { call, ordenes } = connect(({ sql }) => {
    if (!sql.startsWith('insert')) return {}
    count++
    return count === 2 ? oraError('ORA-01722', 'unable to convert string value') : { rowsAffected: 1 }
  })
  const objeto = { tabla: 'T', operacion: 'insertarMasivo', columnas: ['A'] }
  await expect(call('tabla', objeto, { filas: [{ A: 1 }, { A: 'x' }] })).rejects.toThrow(
    'un texto no es un número',
  )
  expect(ordenes).toEqual(['rollback'])
})

test('a reading that is declared so is one for the database too', async () => {
  const { call, ejecutadas, ordenes } = connect(ONE)
  await call('consulta', { sql: 'select f() from dual', soloLectura: true })
  expect(ejecutadas.map(({ sql }) => sql)).toEqual(['set transaction read only', 'select f() from dual'])
  expect(ordenes).toEqual(['commit'])
})
