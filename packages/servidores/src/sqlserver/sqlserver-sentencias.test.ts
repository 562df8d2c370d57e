import { Binario, Fecha } from '@div/contract'
import { expect, test } from 'vitest'
import { callContext, connectDeps } from '../sql/testing.ts'
import { done, doneInProc, doneProc, type Pedido, rows } from './testing.ts'
import { answerRows, ONE, prepare, withFakeSqlserver } from './testing-session.ts'

const { asked, call, connect, pedidos } = withFakeSqlserver()

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

// TYPE_INFO and value as MS-TDS 2.2.5.4 and 2.2.5.5 lay them out.
test.each<[string, string, string, unknown]>([
  ['int', '26 04', '04 07000000', 7],
  ['bigint', '26 08', '08 ffffffffffffff7f', '9223372036854775807'],
  ['bigint that a number holds', '26 08', '08 0000000001000000', 4_294_967_296],
  ['bit', '68 01', '01 01', true],
  ['decimal(10,2)', '6a 11 0a 02', '05 01 1a040000', 10.5],
  ['decimal(38,4)', '6a 11 26 04', '11 00 ffffffffffffff7f0000000000000000', '-922337203685477.5807'],
  ['numeric(38,0)', '6c 11 26 00', '11 01 ffffffffffffffffff00000000000000', '4722366482869645213695'],
  ['decimal that is null', '6a 11 0a 02', '00', null],
  ['money', '6e 08', '08 ffffff7f ffffffff', '922337203685477.5807'],
  ['smallmoney', '6e 04', '04 f0d8ffff', -1],
  ['float', '6d 08', '08 9a9999999999b93f', 0.1],
  ['real', '6d 04', '04 cdcccc3d', 0.1],
  ['date', '28', '03 80460b', new Fecha(2024, 2, 29)],
  ['datetime2(3)', '2a 03', '07 78173802 80460b', new Date('2024-02-29T10:20:30.456Z')],
  ['datetime2(7)', '2a 07', '08 80bf14af56 80460b', new Date('2024-02-29T10:20:30.456Z')],
  ['datetime', '6f 08', '08 25b10000 716daa00', new Date('2024-02-29T10:20:30.457Z')],
  ['datetimeoffset(3)', '2b 03', '09 78173802 80460b d4fe', new Date('2024-02-29T10:20:30.456Z')],
  ['time(3)', '29 03', '04 78173802', '10:20:30.456'],
  ['time(0)', '29 00', '03 6e9100', '10:20:30'],
  ['time(7)', '29 07', '05 52c414af56', '10:20:30.4561234'],
  [
    'uniqueidentifier',
    '24 10',
    '10 67452301 ab89 efcd 0123456789abcdef',
    '01234567-89AB-CDEF-0123-456789ABCDEF',
  ],
  ['varbinary(10)', 'a5 0a00', '0300 00ff27', new Binario(Uint8Array.of(0, 255, 39))],
])('%s comes as it is', async (_, tipo, value, expected) => {
  const answer = () =>
    Buffer.concat([rows([{ nombre: 'valor', tipo: hex(tipo) }], [[hex(value)]]), done({ count: 1 })])
  expect(await call(answer, 'consulta', { sql: 'select valor from t' })).toEqual({
    filas: [{ valor: expected }],
    total: 1,
  })
})

test('clock times without zone are of the configured zone', async () => {
  const tokens = rows([{ nombre: 'valor', tipo: hex('2a 03') }], [[hex('07 78173802 80460b')]])
  const made = await connect(() => answerRows(tokens), connectDeps(), { zonaHoraria: 'America/Bogota' })
  const { run } = prepare('consulta', { sql: 'select valor from t where valor = :valor' }, ['valor'])
  const instant = new Date('2024-02-29T15:20:30.456Z')
  expect(await run(made, { valor: instant }, callContext())).toEqual({
    filas: [{ valor: instant }],
    total: 1,
  })
  expect(pedidos()[0]?.parametros[0]).toMatchObject({
    tipo: 'DateTime2',
    value: new Date('2024-02-29T10:20:30.456Z'),
  })
})

test.each<[unknown, string, unknown]>([
  ["ñ'\u{1f600}", 'NVarChar', "ñ'\u{1f600}"],
  [7, 'IntN', 7],
  [5_000_000_000, 'IntN', '5000000000'],
  [10.5, 'FloatN', 10.5],
  ['12345678901234567890.12', 'NVarChar', '12345678901234567890.12'],
  [true, 'BitN', true],
  [new Fecha(2024, 2, 29), 'Date', new Date('2024-02-29T00:00:00Z')],
  [new Binario(Uint8Array.of(1, 2)), 'VarBinary', Buffer.of(1, 2)],
  [{ a: [1] }, 'NVarChar', '{"a":[1]}'],
  ['x'.repeat(5_000), 'NVarChar', 'x'.repeat(5_000)],
])('%j is bound as %s', async (valor, tipo, value) => {
  await call(() => answerRows(ONE), 'consulta', { sql: 'select a from t where b = :valor' }, { valor })
  expect(pedidos()).toMatchObject([
    { texto: 'select a from t where b = @p1', parametros: [{ nombre: '@p1', tipo, value }] },
  ])
})

test('a null is spelled out, and a list is as many values', async () => {
  const sql = 'select a from t where (:b is null or b = :b) and c in (:c) and d not in (:d)'
  await call(() => answerRows(ONE), 'consulta', { sql }, { b: null, c: [1, 2, 3], d: [] })
  expect(asked()).toEqual([
    'select a from t where (null is null or b = null) and c in (@p1, @p2, @p3, @p4) and d not in (select null from (select 1 as uno) as nada where 1 = 0)',
  ])
})

test.each<[Record<string, unknown>, string]>([
  [
    { operacion: 'seleccionar', columnas: ['a'], orden: [{ columna: 'a' }], limite: { parametro: 'n' } },
    'select top (@p1) [a] from [t] order by [a] asc',
  ],
  [
    { operacion: 'seleccionar', limite: 5, desplazamiento: { parametro: 'n' } },
    'select * from [t] order by (select null) offset @p1 rows fetch next 5 rows only',
  ],
  [
    { operacion: 'seleccionar', desplazamiento: { parametro: 'n' }, orden: [{ columna: 'a' }] },
    'select * from [t] order by [a] asc offset @p1 rows',
  ],
  [
    { operacion: 'seleccionar', filtro: [{ columna: 'a]b', operador: 'contiene', parametro: 'n' }] },
    "select * from [t] where [a]]b] like @p1 escape '!'",
  ],
  [
    { operacion: 'insertar', columnas: [{ columna: 'a', parametro: 'n' }], devolver: ['id'] },
    'insert into [t] ([a]) output inserted.[id] values (@p1)',
  ],
  [
    {
      operacion: 'actualizar',
      columnas: [{ columna: 'a', parametro: 'n' }],
      filtro: [{ columna: 'id', operador: 'esNulo' }],
      devolver: ['id'],
    },
    'update [t] set [a] = @p1 output inserted.[id] where [id] is null',
  ],
  [
    { operacion: 'eliminar', filtro: [{ columna: 'id', parametro: 'n' }], devolver: ['id'] },
    'delete from [t] output deleted.[id] where [id] = @p1',
  ],
])('%j asks as this database writes it', async (objeto, texto) => {
  await call(() => answerRows(ONE), 'tabla', { tabla: 't', ...objeto }, { n: 3 })
  expect(asked()).toContain(texto)
})

test('what means something in a pattern stands for itself', async () => {
  const filtro = [{ columna: 'a', operador: 'empiezaPor' }]
  await call(
    () => answerRows(ONE),
    'tabla',
    { tabla: 't', operacion: 'seleccionar', filtro },
    { a: '50%_[x]!' },
  )
  expect(pedidos()[0]?.parametros[0]?.value).toBe('50!%!_![x]!!%')
})

test('of a writing the rows of the statement count, and not those of its triggers', async () => {
  const answer = () => Buffer.concat([doneInProc(7), doneInProc(2), doneProc()])
  expect(await call(answer, 'consulta', { sql: 'update t set a = :a' }, { a: 1 })).toEqual({ afectadas: 2 })
})

test('rows that were written come back, in a transaction of their own', async () => {
  const objeto = { tabla: 't', operacion: 'insertar', columnas: ['a'], devolver: ['uno'] }
  expect(
    await call(({ texto }) => (texto.startsWith('insert') ? answerRows(ONE) : done()), 'tabla', objeto, {
      a: 1,
    }),
  ).toEqual({
    afectadas: 1,
    filas: [{ uno: 1 }],
  })
  expect(asked()).toEqual([
    'set transaction isolation level read committed',
    'begin transaction',
    'insert into [t] ([a]) output inserted.[uno] values (@p1)',
    'commit transaction; set transaction isolation level read committed',
  ])
})

test('a reading that is declared so is undone', async () => {
  const answer = ({ texto }: Pedido) =>
    texto.startsWith('select') ? Buffer.concat([ONE, done({ count: 1 })]) : done()
  await call(answer, 'consulta', { sql: 'select dbo.f()', soloLectura: true })
  expect(asked()?.slice(1)).toEqual([
    'begin transaction',
    'select dbo.f()',
    'if @@trancount > 0 rollback transaction; set transaction isolation level read committed',
  ])
})

test('a cursor over a reading that is declared so is undone too', async () => {
  const made = await connect(({ texto }) =>
    texto.startsWith('select') ? Buffer.concat([ONE, done({ count: 1 })]) : done(),
  )
  const { stream } = prepare('consulta', { sql: 'select dbo.f()', soloLectura: true }, [])
  for await (const batch of stream?.(made, {}, callContext()) ?? []) expect(batch).toEqual([{ uno: 1 }])
  expect(asked()?.slice(1)).toEqual([
    'begin transaction',
    'select dbo.f()',
    'if @@trancount > 0 rollback transaction; set transaction isolation level read committed',
  ])
})

test.each([
  ['delete from t', true],
  ['update t set a = 1 where b = 2', true],
  ['delete from t exec p', false],
  ['insert into t (a) execute p', false],
  ['select 1 as uno exec p', false],
])('that %s can be undone is %j', (sql, reversible) => {
  expect(prepare('consulta', { sql }, []).reversible).toBe(reversible)
})

test('each row of many is a statement of its own', async () => {
  const objeto = { tabla: 't', operacion: 'insertarMasivo', columnas: ['a', 'b'] }
  const filas = [{ a: 1, b: 'x' }, { a: 'y' }]
  expect(
    await call(
      ({ texto }) => (texto.startsWith('insert') ? answerRows(doneInProc(1)) : done()),
      'tabla',
      objeto,
      { filas },
    ),
  ).toEqual({
    afectadas: 2,
  })
  expect(asked()).toContain(
    'insert into [t] ([a], [b]) values (@p1, @p2); insert into [t] ([a], [b]) values (@p3, null)',
  )
})

test('many rows go in batches of as many values as the database takes', async () => {
  const objeto = { tabla: 't', operacion: 'insertarMasivo', columnas: ['a', 'b', 'c'] }
  const filas = Array.from({ length: 1_500 }, (_, a) => ({ a, b: 'b', c: true }))
  expect(await call(() => done(), 'tabla', objeto, { filas })).toEqual({ afectadas: 1_500 })
  const counts = pedidos()
    .map(({ parametros }) => parametros.length)
    .filter((count) => count > 0)
  expect(counts).toEqual([2_097, 2_097, 306])
})
