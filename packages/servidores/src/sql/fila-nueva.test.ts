import { describe, expect, onTestFinished, test } from 'vitest'
import { listenFor } from '../eventos/testing-listen.ts'
import { MYSQL_DIALECT } from '../mysql/mysql-dialect.ts'
import { POSTGRESQL_DIALECT } from '../postgresql/postgresql-dialect.ts'
import { SQLITE_DIALECT } from '../sqlite/sqlite-dialect.ts'
import { defineFilaNueva } from './fila-nueva.ts'
import { hasMariadb, openMariadb, openPostgresql, openSqlite } from './testing.ts'

const SYSTEMS = [
  ['PostgreSQL', openPostgresql, POSTGRESQL_DIALECT, 'timestamptz', true],
  ['MariaDB', openMariadb, MYSQL_DIALECT, 'datetime(6)', await hasMariadb()],
  ['SQLite', openSqlite, SQLITE_DIALECT, 'text', true],
] as const

describe.each(SYSTEMS)('on %s', { timeout: 120_000 }, (_name, open, dialect, momento, isThere) => {
  const options = {
    tabla: 'pedidos',
    columnaClave: 'id',
    desde: 'principio',
    cadaSegundos: 1,
  } as const

  async function openPedidos() {
    const database = await open()
    onTestFinished(database.drop)
    await database.sql(`create table pedidos (id int primary key, cambiado ${momento})`)
    const insert = (id: number, cambiado: string | null = null) =>
      database.sql('insert into pedidos (id, cambiado) values (:id, :cambiado)', { id, cambiado })
    const idsOf = (datos: readonly Readonly<Record<string, unknown>>[]) =>
      datos.map(({ fila }) => Object(fila).id)
    return {
      database,
      insert,
      idsOf,
      fuente: (opciones: object) =>
        defineFilaNueva(dialect).prepare({ ...options, columnaCursor: 'id', ...opciones }),
    }
  }

  test.runIf(isThere)(
    'rows are told in their order, a few at a time, and what comes later goes on from there',
    async () => {
      const { database, insert, idsOf, fuente } = await openPedidos()
      for (const id of [3, 1, 2]) await insert(id)
      const first = await listenFor(fuente({}), database.connection, { count: 3, maximo: 2 })
      expect(idsOf(first.datos)).toEqual([1, 2, 3])
      await insert(4)
      const second = await listenFor(fuente({}), database.connection, { count: 1, cursor: first.cursor })
      expect(idsOf(second.datos)).toEqual([4])
    },
  )

  test.runIf(isThere)('rows of one moment are told once each, and a row again when it changed', async () => {
    const { database, insert, idsOf, fuente } = await openPedidos()
    const moment = '2026-11-22 10:00:00.123'
    for (const id of [1, 2, 3]) await insert(id, moment)
    await insert(9)
    const byMoment = fuente({ columnaCursor: 'cambiado' })
    const first = await listenFor(byMoment, database.connection, { count: 3, maximo: 2 })
    expect(idsOf(first.datos)).toEqual([1, 2, 3])
    await insert(4, moment)
    await database.sql("update pedidos set cambiado = '2026-11-22 11:00:00' where id = 1")
    const second = await listenFor(byMoment, database.connection, { count: 2, cursor: first.cursor })
    expect(idsOf(second.datos)).toEqual([4, 1])
    expect(second.told[1]?.clave).not.toBe(first.told[0]?.clave)
  })

  test.runIf(isThere)('what is there already is left alone where only what comes is wanted', async () => {
    const { database, insert, idsOf, fuente } = await openPedidos()
    await insert(1)
    const { datos } = await listenFor(fuente({ desde: 'ahora' }), database.connection, {
      count: 1,
      onOpened: () => void insertLater(),
    })
    async function insertLater() {
      await insert(2)
    }
    expect(idsOf(datos)).toEqual([2])
  })

  test.runIf(isThere)('what is to be told again is, with all that came after it', async () => {
    const { database, insert, idsOf, fuente } = await openPedidos()
    for (const id of [1, 2, 3]) await insert(id)
    const { datos, cursor } = await listenFor(fuente({}), database.connection, {
      count: 5,
      decide: (_datos, told) => (told === 2 ? 'devuelto' : 'hecho'),
    })
    expect(idsOf(datos)).toEqual([1, 2, 3, 2, 3])
    expect(cursor).toMatchObject({ posicion: { valor: 3 } })
  })

  test.runIf(isThere)('rows of two tables are never the same', async () => {
    const { database, insert, fuente } = await openPedidos()
    await insert(1)
    await database.sql(`create table otros (id int primary key, cambiado ${momento})`)
    await database.sql('insert into otros (id) values (1)')
    const first = await listenFor(fuente({}), database.connection, { count: 1 })
    const second = await listenFor(fuente({ tabla: 'otros' }), database.connection, { count: 1 })
    expect(second.datos).toEqual(first.datos)
    expect(second.told[0]?.clave).not.toBe(first.told[0]?.clave)
  })
})
