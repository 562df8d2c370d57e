import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monotonicNow } from '@div/contract'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callContext, openSqlite, type TestDatabase } from '../sql/testing.ts'
import { locateArchivo } from './locate-archivo.ts'

describe('the file of a server', () => {
  let base: string
  let carpetas: string[]

  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'div-sqlite-'))
    carpetas = [join(base, 'a'), join(base, 'b')]
    await mkdir(join(base, 'a', 'sub'), { recursive: true })
    await mkdir(join(base, 'b'))
    await mkdir(join(base, 'fuera'))
    for (const each of ['a/uno.db', 'a/sub/dos.db', 'b/tres.db', 'fuera/secreto.db'])
      await writeFile(join(base, each), '')
    await symlink(join(base, 'fuera', 'secreto.db'), join(base, 'a', 'enlace.db'))
    await symlink(join(base, 'fuera'), join(base, 'a', 'carpeta'))
    await symlink(join(base, 'b', 'tres.db'), join(base, 'a', 'dentro.db'))
  })
  afterAll(() => rm(base, { recursive: true }))

  test.each([
    ['uno.db', 'a/uno.db'],
    ['sub/dos.db', 'a/sub/dos.db'],
    ['sub/../uno.db', 'a/uno.db'],
    ['dentro.db', 'b/tres.db'],
  ])('%s is found', async (archivo, expected) => {
    expect(await locateArchivo(archivo, { carpetas, servidor: 's' })).toBe(join(base, expected))
  })

  test('a full path is found in any allowed folder', async () => {
    const path = join(base, 'b', 'tres.db')
    expect(await locateArchivo(path, { carpetas, servidor: 's' })).toBe(path)
  })

  test.each([
    '../fuera/secreto.db',
    '/etc/passwd',
    'enlace.db',
    'carpeta/secreto.db',
    '..',
    '.',
    'file:x',
    ':memory:',
    'a\0b',
  ])('%j is refused', async (archivo) => {
    await expect(locateArchivo(archivo, { carpetas, servidor: 's' })).rejects.toMatchObject({
      errores: [{ campo: 'config.archivo' }],
    })
  })

  test('a folder whose name only begins alike is outside', async () => {
    await mkdir(join(base, 'ab'))
    await writeFile(join(base, 'ab', 'x.db'), '')
    await expect(locateArchivo('../ab/x.db', { carpetas, servidor: 's' })).rejects.toThrow(
      'Hay datos que corregir',
    )
  })

  test('a file that does not exist is named', async () => {
    await expect(locateArchivo('nada.db', { carpetas, servidor: 's' })).rejects.toThrow(
      'no existe el archivo «nada.db»',
    )
  })

  test('without folders nothing is allowed', async () => {
    await expect(locateArchivo('uno.db', { carpetas: [], servidor: 's' })).rejects.toMatchObject({
      codigo: 'DATOS_INVALIDOS',
    })
  })
})

describe('a database', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await openSqlite()
  })
  afterAll(() => database.drop())

  test('any value in any column stays what it is when it does not fit the declared type', async () => {
    await database.sql('create table libre (dia date, momento timestamp, logico boolean, documento json)')
    const values = { a: 'ayer', b: 'nunca', c: 7, d: 'no json' }
    await database.sql('insert into libre values (:a, :b, :c, :d)', values)
    expect(await database.sql('select * from libre')).toEqual({
      filas: [{ dia: 'ayer', momento: 'nunca', logico: 7, documento: 'no json' }],
      total: 1,
    })
  })

  test('a statement that is stopped ends its process, and the file stays whole', async () => {
    const { connection, sql } = await database.connect()
    await sql('create table numeros (n integer)')
    const endless =
      'insert into numeros with recursive c(n) as (select 1 union all select n + 1 from c) select n from c'
    await expect(sql(endless, {}, callContext({ deadline: monotonicNow() + 200 }))).rejects.toMatchObject({
      codigo: 'TIEMPO_AGOTADO',
    })
    expect(connection.usable).toBe(false)
    expect(await database.sql('select count(*) as n from numeros')).toEqual({ filas: [{ n: 0 }], total: 1 })
    await connection.close()
  })

  test('a file that is no database is told', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'div-sqlite-'))
    await writeFile(
      join(folder, 'texto.db'),
      'this is a text that is long enough not to be taken for an empty file'.repeat(20),
    )
    const connecting = database.connect({ archivo: 'texto.db' }, { carpetaArchivos: [folder] })
    await expect(connecting).rejects.toMatchObject({ codigo: 'SERVIDOR_NO_RESPONDE' })
    await rm(folder, { recursive: true })
  })

  test('who waits for the lock of another writer is told so', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'div-sqlite-'))
    const file = new Sqlite(join(folder, 'x.db'))
    file.exec('create table t (a int)')
    const { connection } = await database.connect(
      { archivo: 'x.db' },
      { carpetaArchivos: [folder], tiempoMaximoMs: 50 },
    )
    file.exec('begin immediate')
    await expect(connection.begin('serializable')).rejects.toMatchObject({
      message: expect.stringContaining('otra conexión tiene bloqueada la base'),
      extra: { reintentable: true },
    })
    file.exec('rollback')
    file.close()
    await connection.close()
    await rm(folder, { recursive: true })
  })
})
