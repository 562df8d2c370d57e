import { BaseDeDatosIncompatible } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { migrateDatabase } from './migrate.ts'
import type { Database } from './tables.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

test('migrating a migrated database changes nothing', async () => {
  await migrateDatabase(database.db)
  await migrateDatabase(database.db)
})

test.each([
  [
    'of a newer product',
    `insert into migraciones (name, timestamp) values ('9999-later', 'now')`,
    'versión más nueva',
  ],
  ['whose tables are gone', 'drop table procesos cascade', 'le faltan tablas'],
  ['without the record of its migrations', 'drop table migraciones', 'no el registro'],
])('a database %s is refused and left as it is', async (_, statement, sentence) => {
  await sql.raw(statement).execute(database.db)
  await expect(migrateDatabase(database.db)).rejects.toThrow(BaseDeDatosIncompatible)
  await expect(migrateDatabase(database.db)).rejects.toThrow(sentence)
})

/** As it is before the first start. */
async function empty(): Promise<void> {
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  await sql`grant usage on schema public to public`.execute(database.db)
}

async function tablesOf(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(
    db,
  )
  return rows.map(({ name }) => name).toSorted()
}

test('of several nodes that start at once on an empty database one migrates and the others wait', async () => {
  const expected = await tablesOf(database.db)
  await empty()
  const nodes = Array.from({ length: 4 }, () => openDatabase(database.url, { maxConnections: 2 }))
  const outcomes = await Promise.allSettled(nodes.map((node) => migrateDatabase(node)))
  await Promise.all(nodes.map((node) => node.destroy()))
  expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
  expect(await tablesOf(database.db)).toEqual(expected)
  const { rows } = await sql`select name from migraciones`.execute(database.db)
  expect(rows).toEqual([
    { name: '0001-initial' },
    { name: '0002-web-app' },
    { name: '0003-claves-de-filas' },
    { name: '0004-casos-prueba' },
    { name: '0005-puntos-y-presencia' },
    { name: '0006-async-pool' },
    { name: '0007-avisos' },
    { name: '0009-busqueda-de-ejecuciones' },
    { name: '0010-valores-de-prueba' },
    { name: '0011-durables' },
    { name: '0012-trazas' },
    { name: '0013-esperas' },
    { name: '0014-vivas' },
    { name: '0015-datos-en-orden' },
    { name: '0016-esperas-en-orden' },
    { name: '0017-compensaciones' },
    { name: '0019-alertas' },
    { name: '0020-calendarios' },
    { name: '0022-nodos' },
    { name: '0025-ejecuciones-baratas' },
    { name: '0030-fallos-de-alertas' },
    { name: '0033-alertas-al-dia' },
    { name: '0034-turnos' },
    { name: '0035-lugar-en-la-cola' },
    { name: '0036-exportacion' },
    { name: '0037-senales-de-antes' },
    { name: '0038-historial-apartado' },
    { name: '0040-eventos' },
    { name: '0045-fallos-de-un-proceso' },
    { name: '0060-claves-de-api' },
    { name: '0061-cliente-de-pruebas' },
    { name: '0070-duraciones' },
    { name: '0071-casos-fijados' },
    { name: '0080-entornos-div' },
    { name: '0081-adjuntos-de-canal' },
    { name: '0085-primeros-pasos' },
    { name: '0086-capacidades' },
    { name: '0093-presupuestos' },
    { name: '0096-rag' },
    { name: '0099-conversaciones' },
    { name: '0101-capacidades-de-agentes' },
    { name: '0102-agentes' },
    { name: '0103-contextos' },
    { name: '0105-fuentes-de-rag' },
    { name: '0107-mcp' },
    { name: '0109-asistente' },
    { name: '0123-evaluacion-de-rag' },
    { name: '0124-horario-de-fuentes' },
    { name: '0125-herramientas-de-agentes' },
    { name: '0126-contextos-de-agentes' },
    { name: '0127-tokens-estimados' },
    { name: '0128-duracion-maxima' },
  ])
})

test('a migration that fails leaves nothing of itself, and goes through once its cause is gone', async () => {
  const expected = await tablesOf(database.db)
  await empty()
  await sql`create table tokens (de_otro text)`.execute(database.db)
  await expect(migrateDatabase(database.db)).rejects.toMatchObject({
    codigo: 'BASE_DE_DATOS_INCOMPATIBLE',
    message:
      'La base de datos no sirve para esta versión de DIV: la migración 0001-initial falló y se deshizo entera: ya tiene una tabla con el nombre de una de DIV. Restaure una copia o use otra base.',
    cause: { code: '42P07' },
  })
  expect(await tablesOf(database.db)).toEqual(['migraciones', 'migraciones_cerrojo', 'tokens'])
  await sql`drop table tokens`.execute(database.db)
  await migrateDatabase(database.db)
  expect(await tablesOf(database.db)).toEqual(expected)
})

test.each([
  ['that only reads', 'set default_transaction_read_only = on', 'solo admite lecturas'],
  ['where the user may create nothing', 'set role pg_monitor', 'el usuario no puede crear en ella'],
  ['without a schema for the user', `set search_path = ''`, 'el usuario no tiene en ella un esquema'],
])('a database %s is refused with that reason', async (_, statement, sentence) => {
  await empty()
  const node = openDatabase(database.url, { maxConnections: 1 })
  await sql.raw(statement).execute(node)
  await expect(migrateDatabase(node)).rejects.toMatchObject({
    codigo: 'BASE_DE_DATOS_INCOMPATIBLE',
    message: expect.stringContaining(sentence),
  })
  await node.destroy()
  expect(await tablesOf(database.db)).toEqual([])
})

test('every change of a definition leaves a row and a notice in its own transaction', async () => {
  await database.db
    .insertInto('consecutivos')
    .values({
      id: crypto.randomUUID(),
      nombre: 'facturas',
      descripcion: '',
      categoriaId: null,
      inicio: 1,
      incremento: 1,
      ultimo: null,
      prefijo: '',
      largo: 0,
      actualizadoPor: null,
    })
    .execute()
  const id = crypto.randomUUID()
  await database.db
    .insertInto('parametros')
    .values({
      id,
      nombre: 'iva',
      tipo: 'decimal',
      descripcion: '',
      categoriaId: null,
      secreto: false,
      valor: '0.21',
      actualizadoPor: null,
    })
    .execute()
  const cambios = await database.db.selectFrom('cambios').select(['recurso', 'recursoId']).execute()
  expect(cambios).toEqual([{ recurso: 'parametros', recursoId: id }])
})
