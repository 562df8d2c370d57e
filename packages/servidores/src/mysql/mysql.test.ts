import { Binario, Fecha, LIMITS, monotonicNow } from '@div/contract'
import mysql from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { callContext, hasMariadb, openMariadb, type TestDatabase } from '../sql/testing.ts'

describe.skipIf(!(await hasMariadb()))('with MariaDB at 127.0.0.1:3306', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await openMariadb()
  })
  afterAll(() => database.drop())

  const INSTANT = new Date('2026-11-21T10:20:30.456Z')

  test.each<[string, unknown]>([
    ['tinyint', -7],
    ['tinyint(1)', true],
    ['boolean', false],
    ['bit(1)', true],
    ['bigint', '-9223372036854775808'],
    ['bigint unsigned', '18446744073709551615'],
    ['decimal(40,12)', '12345678901234567890.123456789012'],
    ['decimal(10,2)', 10.5],
    ['float', 0.1],
    ['double', 0.1],
    ['date', new Fecha(2024, 2, 29)],
    ['datetime(3)', INSTANT],
    ['timestamp(3) null', INSTANT],
    ['time', '10:20:30'],
    ['year', 2026],
    ['json', { a: [1, null, 'x'] }],
    ['json', [1, 2]],
    ["enum('a', 'b')", 'b'],
    ['varbinary(10)', new Binario(Uint8Array.of(0, 39, 92, 255))],
    ['blob', new Binario(new Uint8Array())],
    ['longtext', "ñ\u{1f600}\\\n'"],
  ])('%s brings back %j', async (tipo, valor) => {
    await database.sql(`create or replace table valores (valor ${tipo})`)
    await database.sql('insert into valores values (:valor)', { valor })
    expect(await database.sql('select valor from valores')).toEqual({ filas: [{ valor }], total: 1 })
  })

  test('a procedure answers its outputs and every set of rows', async () => {
    await database.sql(
      `create procedure p(in a int, out b decimal(10,2), inout c datetime, out d tinyint(1))
       begin
         select a as x, 'y' as y;
         select 2 as z union select 3;
         set b = a * 1.5; set c = c + interval 1 day; set d = true;
       end`,
    )
    const parametros = { a: 3, c: new Date('2026-01-01T00:00:00Z') }
    expect(await database.call('procedimiento', { nombre: 'p' }, parametros)).toEqual({
      salidas: { b: 4.5, c: new Date('2026-01-02T00:00:00Z'), d: true },
      conjuntos: [[{ x: 3, y: 'y' }], [{ z: 2 }, { z: 3 }]],
    })
    await expect(database.call('procedimiento', { nombre: 'p' }, { a: 3, z: 1 })).rejects.toMatchObject({
      errores: [{ campo: 'parametros.c' }, { campo: 'parametros.z' }],
    })
    const detalle = await database.connection.describeObjeto(
      { nombre: 'p', tipoObjeto: 'procedimiento' },
      callContext().signal,
    )
    expect(detalle?.parametros.map(({ modo, tipo }) => [modo, tipo])).toEqual([
      ['IN', 'entero'],
      ['OUT', 'decimal'],
      ['INOUT', 'fechaHora'],
      ['OUT', 'booleano'],
    ])
  })

  test('a function answers its result', async () => {
    await database.sql('create function doble(n int) returns int deterministic return n * 2')
    expect(await database.call('funcion', { nombre: 'doble' }, { n: 4 })).toEqual({
      salidas: { resultado: 8 },
      conjuntos: [],
    })
    await expect(database.call('funcion', { nombre: 'nada' })).rejects.toThrow('no existe la función «nada»')
  })

  test('a bulk insert respects max_allowed_packet', async () => {
    await database.sql('create table grandes (id int primary key, texto longtext)')
    const texto = 'x'.repeat(1_000_000)
    const filas = Array.from({ length: 30 }, (_, id) => ({ id, texto }))
    const objeto = { tabla: 'grandes', operacion: 'insertarMasivo', columnas: ['id', 'texto'] }
    expect(await database.call('tabla', objeto, { filas })).toEqual({ afectadas: 30 })
    await database.sql('drop table grandes')
  })

  test('whoever loses a deadlock may try again, in another transaction', async () => {
    await database.sql('create table cuenta (id int primary key, saldo int) engine = innodb')
    await database.sql('insert into cuenta values (1, 1), (2, 1)')
    const other = await database.connect()
    const zero = 'update cuenta set saldo = 0 where id = :id'
    await database.connection.begin('lecturaRepetible')
    await other.connection.begin('lecturaRepetible')
    await database.sql(zero, { id: 1 })
    await other.sql(zero, { id: 2 })
    const [first, second] = await Promise.allSettled([
      database.sql(zero, { id: 2 }),
      other.sql(zero, { id: 1 }),
    ])
    const loser = first.status === 'rejected' ? database : other
    const lost = first.status === 'rejected' ? first : second
    expect(lost).toMatchObject({
      reason: { extra: { codigoNativo: 'ER_LOCK_DEADLOCK', reintentable: true } },
    })
    await expect(loser.sql(zero, { id: 1 })).rejects.toThrow('deshizo la transacción')
    await expect(loser.connection.commit()).rejects.toThrow('deshizo la transacción')
    await database.connection.rollback()
    await other.connection.rollback()
    await other.connection.close()
  })

  test('a statement that would commit the transaction by itself is refused', async () => {
    await database.connection.begin('lecturaConfirmada')
    await expect(database.sql('create table nueva (a int)')).rejects.toThrow(
      'CREATE confirma la transacción en curso',
    )
    await database.connection.rollback()
  })

  test('a cancel leaves the connection usable', async () => {
    const slow = database.sql('select sleep(10)', {}, callContext({ deadline: monotonicNow() + 50 }))
    await expect(slow).rejects.toMatchObject({ codigo: 'TIEMPO_AGOTADO' })
    expect(database.connection.usable).toBe(true)
  })

  test('a connection that the server ends is not used again', async () => {
    const { connection, sql } = await database.connect()
    const found = z.object({ filas: z.tuple([z.object({ id: z.number() })]) })
    const { filas } = found.parse(await sql('select connection_id() as id'))
    const waiting = expect(sql('select sleep(10)')).rejects.toMatchObject({ codigo: 'SERVIDOR_NO_RESPONDE' })
    await kill(filas[0].id)
    await waiting
    expect(connection.usable).toBe(false)
  })

  test.each([
    [{ puerto: 1 }, 'nadie escucha en ese puerto'],
    [{ baseDatos: 'no_existe' }, 'no existe la base de datos'],
    [{ usuario: 'nadie', contrasena: 'secreto' }, 'el usuario o la contraseña no son correctos'],
    [{ ssl: true }, 'no ofrece TLS'],
    [{ zonaHoraria: 'America/Bogota' }, 'America/Bogota'],
  ])('connecting with %j says what is wrong, and no secret', async (config, motivo) => {
    const failure = await database.connect(config).then(
      ({ connection }) => connection.close().then(() => new Error('it knows the zone: America/Bogota')),
      (error: Error) => error,
    )
    expect(failure.message).toContain(motivo)
    expect(failure.message).not.toContain('secreto')
  })

  test('lists have a limit', async () => {
    const ids = new Array(LIMITS.listaSql + 1).fill(1)
    await expect(database.sql('select 1 as x where 1 in (:ids)', { ids })).rejects.toMatchObject({
      codigo: 'LIMITE_SUPERADO',
    })
  })
})

/** Not one of the statements that a node may send. */
async function kill(connectionId: number): Promise<void> {
  const root = await mysql.createConnection({ host: '127.0.0.1', user: 'root' })
  await root.query(`kill ${connectionId}`)
  await root.end()
}
