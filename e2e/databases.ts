import { mkdir } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import mysql from 'mysql2/promise'
import pg from 'pg'
import type { Product } from './product.ts'

/** The same three tables and rows in every system; names and types are what all of them share. */
const SCHEMA = [
  'create table cliente (id integer primary key, nombre varchar(80) not null, correo varchar(80) not null)',
  'create table factura (id integer primary key, cliente_id integer not null, total decimal(10, 2) not null)',
  'create table movimiento (id integer primary key, importe integer not null check (importe > 0))',
  "insert into cliente values (7, 'Astrid Gruber', 'astrid@example.org')",
  'insert into factura values (1, 7, 10.25), (2, 7, 0.10), (3, 7, 99.99)',
] as const

/** A database of one system, ready to be declared as a servidor. */
export interface TestDatabase {
  config: Record<string, unknown>
  count(table: string): Promise<number>
  drop(): Promise<void>
}

export async function createPostgresDatabase(name: string): Promise<TestDatabase> {
  const serverUrl = process.env.DIV_TEST_POSTGRES
  if (!serverUrl) throw new Error('DIV_TEST_POSTGRES is set by the global setup of the tests')
  const url = new URL(serverUrl)
  await withPostgres(serverUrl, (client) => client.query(`create database ${name}`))
  url.pathname = name
  await withPostgres(url.href, async (client) => {
    for (const statement of SCHEMA) await client.query(statement)
  })
  return {
    config: {
      host: url.hostname,
      puerto: Number(url.port),
      baseDatos: name,
      usuario: decodeURIComponent(url.username),
      contrasena: decodeURIComponent(url.password),
      ssl: false,
    },
    count: (table) =>
      withPostgres(url.href, async (client) => {
        const { rows } = await client.query<{ total: string }>(`select count(*) as total from ${table}`)
        return Number(rows[0]?.total)
      }),
    async drop() {
      await withPostgres(serverUrl, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

async function withPostgres<Result>(
  url: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

const MARIADB = { host: '127.0.0.1', port: 3306, user: 'root', password: '' }

export function hasMariadb(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(MARIADB.port, MARIADB.host)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

export async function createMariadbDatabase(name: string): Promise<TestDatabase> {
  const root = await mysql.createConnection({ ...MARIADB, multipleStatements: true })
  await root.query(`create database ${name}; use ${name}`)
  for (const statement of SCHEMA) await root.query(statement)
  return {
    config: {
      host: MARIADB.host,
      puerto: MARIADB.port,
      baseDatos: name,
      usuario: MARIADB.user,
      contrasena: MARIADB.password,
      ssl: false,
    },
    async count(table) {
      const [rows] = await root.query<mysql.RowDataPacket[]>(`select count(*) as total from ${table}`)
      return Number(rows[0]?.['total'])
    },
    async drop() {
      await root.query(`drop database ${name}`)
      await root.end()
    },
  }
}

/** In the folder where the product may open SQLite files. */
export async function createSqliteDatabase(product: Product, name: string): Promise<TestDatabase> {
  const folder = join(product.dataDir, 'sqlite')
  await mkdir(folder, { recursive: true })
  const db = new Sqlite(join(folder, `${name}.db`))
  db.exec(SCHEMA.join(';'))
  return {
    config: { archivo: `${name}.db` },
    async count(table) {
      return Number(db.prepare(`select count(*) from ${table}`).pluck().get())
    },
    async drop() {
      db.close()
    },
  }
}
