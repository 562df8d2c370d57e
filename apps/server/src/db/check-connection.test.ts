import { once } from 'node:events'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkConnection } from './check-connection.ts'
import { openDatabase } from './database.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

async function check(url: string): Promise<void> {
  const db = openDatabase(url, { maxConnections: 1 })
  try {
    await checkConnection(db)
  } finally {
    await db.destroy()
  }
}

test('a database of ours is fit', async () => {
  await expect(check(database.url)).resolves.toBe(undefined)
})

const inaccessible = (motivo: string) => ({
  codigo: 'BASE_DE_DATOS_INACCESIBLE',
  message: `No se puede abrir la base de datos: ${motivo}. Revise DIV_DATABASE_URL y que el servidor esté en marcha.`,
})
const unfit = (motivo: string) => ({
  codigo: 'BASE_DE_DATOS_INCOMPATIBLE',
  message: `La base de datos no sirve para esta versión de DIV: ${motivo}. Restaure una copia o use otra base.`,
})

test.each([
  ['a database that does not exist', { pathname: 'no_existe' }, 'la base de datos no existe; créela antes'],
  ['a wrong password', { password: 'otra' }, 'el usuario o la contraseña no son válidos'],
  ['a user that does not exist', { username: 'nadie' }, 'el usuario o la contraseña no son válidos'],
])('%s in the address is named', async (_, change, motivo) => {
  const { href } = Object.assign(new URL(database.url), change)
  await expect(check(href)).rejects.toMatchObject(inaccessible(motivo))
})

test('a port where nobody listens is named', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  server.close()
  await once(server, 'close')
  const { href } = Object.assign(new URL(database.url), { port })
  await expect(check(href)).rejects.toMatchObject(inaccessible('nadie escucha en ese puerto: ECONNREFUSED'))
})

test('a server that is too old is refused before anything is written', async () => {
  // The settings of another server, put before the real ones.
  await sql`create schema otro`.execute(database.db)
  await sql`create function otro.current_setting(name text) returns text language sql
    return case name when 'server_version_num' then '140012' else pg_catalog.current_setting(name) end`.execute(
    database.db,
  )
  await expect(
    check(`${database.url}?options=${encodeURIComponent('-c search_path=otro,pg_catalog')}`),
  ).rejects.toMatchObject(unfit('su servidor es PostgreSQL 14 y hace falta el 15 o posterior'))
})

test('a database that does not keep every character is refused', async () => {
  const name = `latin_${new URL(database.url).pathname.slice(1)}`
  await sql`create database ${sql.id(name)} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`.execute(
    database.db,
  )
  const { href } = Object.assign(new URL(database.url), { pathname: name })
  await expect(check(href)).rejects.toMatchObject(unfit('guarda textos en LATIN1 y hace falta UTF8'))
  await sql`drop database ${sql.id(name)}`.execute(database.db)
})
