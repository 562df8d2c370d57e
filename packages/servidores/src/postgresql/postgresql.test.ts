import { createConnection, createServer } from 'node:net'
import { Binario, Fecha, LIMITS, monotonicNow } from '@div/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileSql } from '../sql/compile-sql.ts'
import { callContext, connectDeps, openPostgresql, type TestDatabase } from '../sql/testing.ts'
import { POSTGRESQL_DIALECT } from './postgresql-dialect.ts'

const SERIES = compileSql('select g as n from generate_series(1, :n::int) as g', POSTGRESQL_DIALECT, ['n'])

let database: TestDatabase

beforeAll(async () => {
  database = await openPostgresql()
  await database.sql("create type estado as enum ('abierto', 'cerrado')")
  await database.sql('create domain importe as numeric(12, 2)')
})
afterAll(() => database.drop())

const INSTANT = new Date('2026-11-21T10:20:30.456Z')

test.each<[string, unknown]>([
  ['smallint', -7],
  ['bigint', '9223372036854775807'],
  ['numeric(40,12)', '12345678901234567890.123456789012'],
  ['numeric', 0.1],
  ['numeric', 'NaN'],
  ['real', 0.1],
  ['double precision', 'Infinity'],
  ['importe', 10.5],
  ['boolean', false],
  ['date', new Fecha(2024, 2, 29)],
  ['date', 'infinity'],
  ['timestamp', INSTANT],
  ['timestamptz', INSTANT],
  ['timestamptz', 'infinity'],
  ['time', '10:20:30'],
  ['interval', 'P1DT2H'],
  ['uuid', '7f3c1a52-8c1d-4a57-9d0e-2f5f6e0c9b11'],
  ['bytea', new Binario(Uint8Array.of(0, 92, 255))],
  ['bytea', new Binario(new Uint8Array())],
  ['json', { a: [1, null, 'x'] }],
  ['jsonb', [1, { b: 2 }]],
  ['jsonb', 5],
  ['estado', 'abierto'],
  ['estado[]', ['abierto', null, 'cerrado']],
  ['integer[]', [1, null, 3]],
  ['integer[]', []],
  ['numeric[]', [0.5, '12345678901234567890.5']],
  ['text[]', ['a,b', '{"x"}', 'NULL', null, '']],
  ['date[]', [new Fecha(2026, 1, 2)]],
  ['timestamptz[]', [INSTANT]],
  ['bytea[]', [new Binario(Uint8Array.of(1, 92))]],
  ['jsonb[]', [{ a: 1 }, [2], null]],
  ['boolean[]', [true, false]],
  ['text', 'ñ\u{1f600}\\\n'],
])('%s brings back %j', async (tipo, valor) => {
  expect(await database.sql(`select :valor::${tipo} as valor`, { valor })).toEqual({
    filas: [{ valor }],
    total: 1,
  })
})

test.each([
  ['date', INSTANT, new Fecha(2026, 11, 21)],
  ['text', INSTANT, '2026-11-21T10:20:30.456Z'],
  ['text', new Fecha(2026, 1, 2), '2026-01-02'],
  ['text', { a: 1 }, '{"a":1}'],
  ['text', [1, 2], '[1,2]'],
  ['integer', true, 1],
  ['jsonb', '{"a": 1}', { a: 1 }],
])('a value bound as %s is written as that type', async (tipo, valor, expected) => {
  expect(await database.sql(`select :valor::${tipo} as valor`, { valor })).toEqual({
    filas: [{ valor: expected }],
    total: 1,
  })
})

test('a NUL in a text is refused by the database and the connection goes on', async () => {
  await expect(database.sql('select :v::text as v', { v: 'a\0b' })).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
  })
  expect(await database.sql('select 1 as uno')).toMatchObject({ total: 1 })
})

test('a prepared statement follows its table when the table changes', async () => {
  await database.sql('create table cambia (a int)')
  await database.sql('insert into cambia values (1)')
  expect(await database.sql('select * from cambia')).toEqual({ filas: [{ a: 1 }], total: 1 })
  await database.sql("alter table cambia add b text default 'x'")
  expect(await database.sql('select * from cambia')).toEqual({ filas: [{ a: 1, b: 'x' }], total: 1 })
})

test('more statements than are kept prepared go on working', async () => {
  const { connection, sql } = await database.connect(
    {},
    { limits: { ...connectDeps().limits, sentenciasPreparadas: 3 } },
  )
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 6; n++) {
      expect(await sql(`select ${n} as n`)).toEqual({ filas: [{ n }], total: 1 })
    }
  }
  await connection.close()
})

test('procedures answer their OUT and INOUT parameters', async () => {
  await database.sql(
    `create procedure sumar(in a int, inout b int, out doble numeric, in c int default 10)
       language plpgsql as $$ begin b := a + b + c; doble := b * 2.5; end $$`,
  )
  expect(await database.call('procedimiento', { nombre: 'sumar' }, { a: 1, b: 2 })).toEqual({
    salidas: { b: 13, doble: 32.5 },
    conjuntos: [],
  })
  await expect(database.call('procedimiento', { nombre: 'sumar' }, { a: 1, x: 2 })).rejects.toMatchObject({
    errores: [
      { campo: 'parametros.b', mensaje: 'Falta este parámetro de la rutina.' },
      { campo: 'parametros.x', mensaje: 'La rutina no tiene este parámetro.' },
    ],
  })
})

test('cursors of a procedure are read to sets of rows', async () => {
  await database.sql(
    `create procedure dos(inout uno refcursor, inout otro refcursor, out total int) language plpgsql as $$
       begin
         open uno for select 1 as n union all select 2; open otro for select 'x' as t; total := 3;
       end $$`,
  )
  expect(await database.call('procedimiento', { nombre: 'dos' }, { uno: 'c1', otro: null })).toEqual({
    salidas: { total: 3 },
    conjuntos: [[{ n: 1 }, { n: 2 }], [{ t: 'x' }]],
  })
})

test('functions answer a value, a record or rows', async () => {
  await database.sql('create function doble(n int) returns int language sql as $$ select n * 2 $$')
  await database.sql('create function doble(t text) returns text language sql as $$ select t || t $$')
  await database.sql(
    'create function partes(in t text, out a text, out b int) language sql as $$ select upper(t), length(t) $$',
  )
  await database.sql(
    'create function filas(n int) returns table (x int, y text) language sql as $$ select i, i::text from generate_series(1, n) i $$',
  )
  const call = (nombre: string, parametros: Record<string, unknown>) =>
    database.call('funcion', { nombre }, parametros)
  expect(await call('doble', { n: 4 })).toEqual({ salidas: { resultado: 8 }, conjuntos: [] })
  expect(await call('doble', { t: 'ab' })).toEqual({ salidas: { resultado: 'abab' }, conjuntos: [] })
  expect(await call('partes', { t: 'ab' })).toEqual({ salidas: { a: 'AB', b: 2 }, conjuntos: [] })
  expect(await call('filas', { n: 2 })).toEqual({
    salidas: {},
    conjuntos: [
      [
        { x: 1, y: '1' },
        { x: 2, y: '2' },
      ],
    ],
  })
  await expect(call('nada', {})).rejects.toThrow('no existe la función «nada»')
})

test('a read-only consulta cannot write through a function either', async () => {
  await database.sql('create table escrita (a int)')
  await database.sql(
    'create function escribe() returns int language sql as $$ insert into escrita values (1) returning a $$',
  )
  const read = database.call('consulta', { sql: 'select escribe() as a', soloLectura: true })
  await expect(read).rejects.toThrow('solo lectura')
  const stream = async () => {
    for await (const _ of database.stream('select escribe() as a', {}, { soloLectura: true }));
  }
  await expect(stream()).rejects.toThrow('solo lectura')
  expect(await database.sql('select count(*) as n from escrita')).toEqual({ filas: [{ n: 0 }], total: 1 })
})

test('routines are listed and described with the direction of their parameters', async () => {
  const { connection } = database
  const { signal } = callContext()
  const objetos = await connection.listObjetos({ tipoObjeto: 'procedimiento', limite: 10 }, signal)
  expect(objetos.map(({ nombre }) => nombre)).toContain('sumar')
  const detalle = await connection.describeObjeto(
    { nombre: 'public.sumar', tipoObjeto: 'procedimiento' },
    signal,
  )
  expect(detalle?.parametros.map(({ nombre, modo, tipo }) => [nombre, modo, tipo])).toEqual([
    ['a', 'IN', 'entero'],
    ['b', 'INOUT', 'entero'],
    ['doble', 'OUT', 'decimal'],
    ['c', 'IN', 'entero'],
  ])
})

test('a transaction that failed cannot be committed', async () => {
  const { connection, sql } = await database.connect()
  await connection.begin('serializable')
  await expect(sql('select 1 / 0 as x')).rejects.toThrow('división por cero')
  await expect(connection.commit()).rejects.toThrow('la transacción ya falló')
  await connection.close()
})

test('two transactions that exclude each other are told apart as worth another try', async () => {
  await database.sql('create table cuenta (id int primary key, saldo int)')
  await database.sql('insert into cuenta values (1, 10)')
  const other = await database.connect()
  await other.connection.begin('serializable')
  await other.sql('select saldo from cuenta')
  await database.sql('update cuenta set saldo = saldo - 1')
  await expect(other.sql('update cuenta set saldo = saldo - 1')).rejects.toMatchObject({
    extra: { codigoNativo: '40001', reintentable: true },
  })
  await other.connection.rollback()
  await other.connection.close()
})

test('a cancel leaves the connection usable, and a transaction when it was in a savepoint', async () => {
  const { connection } = database
  await connection.begin('lecturaConfirmada')
  const slow = database.sql(
    'select pg_sleep(10)',
    {},
    callContext({ deadline: monotonicNow() + 50, savepoint: true }),
  )
  await expect(slow).rejects.toMatchObject({ codigo: 'TIEMPO_AGOTADO' })
  expect(await database.sql('select 1 as uno')).toMatchObject({ total: 1 })
  await connection.commit()
  expect(connection.usable).toBe(true)
})

test('readings that are sent together are each answered by themselves, whatever becomes of the others', async () => {
  const { connection, sql } = await database.connect({}, { limits: { ...LIMITS, sentenciasPreparadas: 2 } })
  const kinds = [
    async (n: number) =>
      expect(await sql('select :n::int as n', { n })).toEqual({ filas: [{ n }], total: 1 }),
    async (n: number) => {
      const longer = sql('select g as n from generate_series(1, :n::int) as g', { n })
      expect(await longer).toMatchObject({ total: n })
    },
    () => expect(sql('select 1 / 0 as x')).rejects.toThrow('división por cero'),
    () => expect(sql('select nada from ninguna')).rejects.toThrow('no existe la tabla'),
    (n: number) =>
      expect(connection.read(SERIES, { n: 5 + n }, callContext(), { maxFilas: 3 })).rejects.toMatchObject({
        codigo: 'LIMITE_SUPERADO',
      }),
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...kinds), fc.integer({ min: 1, max: 600 })), {
        minLength: 1,
        maxLength: 12,
      }),
      async (readings) => {
        await Promise.all(readings.map(([read, n]) => read(n)))
      },
    ),
    { numRuns: 60 },
  )
  expect(connection.usable).toBe(true)
  await connection.close()
})

test('statements of one turn travel in one piece', async () => {
  if (database.address === null) throw new Error('PostgreSQL has an address')
  const way = await openCountingWay(database.address)
  const { connection, sql } = await database.connect(way.config)
  await sql('select :n::int as n', { n: 0 })
  const before = way.pieces()
  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => sql('select :n::int as n', { n })))
  expect(answers).toMatchObject([1, 2, 3, 4, 5].map((n) => ({ filas: [{ n }] })))
  expect(way.pieces() - before).toBe(1)
  await connection.close()
  await way.close()
})

test('nobody is cancelled for another one that shares the connection', async () => {
  const { connection, sql } = await database.connect()
  const slow = sql('select pg_sleep(0.2)', {}, callContext({ deadline: monotonicNow() + 50 }))
  const [first, second] = await Promise.all([slow, sql('select 1 as uno')])
  expect([first, second]).toMatchObject([{ total: 1 }, { total: 1 }])
  expect(connection.usable).toBe(true)
  await connection.close()
})

test('what nobody waits for any more is stopped, and the connection goes on', async () => {
  const { connection, sql } = await database.connect()
  const brief = () => callContext({ deadline: monotonicNow() + 50 })
  const readings = [1, 2].map(() => sql('select pg_sleep(20) as dejada', {}, brief()))
  const began = monotonicNow()
  const late = { status: 'rejected', reason: { codigo: 'TIEMPO_AGOTADO' } }
  expect(await Promise.allSettled(readings)).toMatchObject([late, late])
  expect(monotonicNow() - began).toBeLessThan(10_000)
  expect(connection.usable).toBe(true)
  expect(await sql('select 2 as dos')).toMatchObject({ filas: [{ dos: 2 }] })
  await connection.close()
})

test('an answer that is too long takes the connection from those behind it', async () => {
  const limits = { ...LIMITS, respuestaBytes: 1_000 }
  const { connection, sql } = await database.connect({}, { limits })
  const long = sql("select repeat('x', 500) as texto, pg_sleep(0.01) from generate_series(1, 3000)")
  const began = monotonicNow()
  expect(await Promise.allSettled([long, sql('select 1 as uno')])).toMatchObject([
    { reason: { codigo: 'RESPUESTA_DEMASIADO_GRANDE' } },
    { reason: { codigo: 'SERVIDOR_NO_RESPONDE' } },
  ])
  expect(monotonicNow() - began).toBeLessThan(10_000)
  expect(connection.usable).toBe(false)
})

test('a connection that is lost loses all that share it', async () => {
  const { sql } = await database.connect()
  const readings = [
    sql('select pg_terminate_backend(pg_backend_pid())'),
    sql('select 1 as uno'),
    sql('select 2 as dos'),
  ]
  const lost = { reason: { codigo: 'SERVIDOR_NO_RESPONDE' } }
  expect(await Promise.allSettled(readings)).toMatchObject([lost, lost, lost])
})

test('a connection that the server ends is not used again', async () => {
  const { connection, sql } = await database.connect()
  await expect(sql('select pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject({
    codigo: 'SERVIDOR_NO_RESPONDE',
  })
  expect(connection.usable).toBe(false)
})

test.each([
  [{ puerto: 1 }, 'nadie escucha en ese puerto'],
  [{ baseDatos: 'no_existe' }, 'no existe la base de datos'],
  [{ ssl: true }, 'no ofrece TLS'],
])('connecting with %j says what is wrong', async (config, motivo) => {
  await expect(database.connect(config)).rejects.toThrow(motivo)
})

test('connecting to who does not answer ends with its signal', async () => {
  const signal = AbortSignal.timeout(50)
  const red = { ...connectDeps().red, resolve: async () => ({ address: '192.0.2.1', family: 4 as const }) }
  await expect(database.connect({}, { signal, red })).rejects.toMatchObject({
    codigo: 'SERVIDOR_NO_RESPONDE',
  })
})

/** A way to a server that counts in how many pieces what it is asked comes. */
async function openCountingWay(target: { host: string; puerto: number }) {
  let pieces = 0
  const server = createServer((here) => {
    const there = createConnection({ host: target.host, port: target.puerto })
    here.on('data', () => pieces++)
    here.pipe(there).pipe(here)
    for (const socket of [here, there]) socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the way has no port')
  return {
    config: { host: '127.0.0.1', puerto: address.port },
    pieces: () => pieces,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
