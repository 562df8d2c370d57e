import { BaseDeDatosIncompatible } from '@div/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrateDatabase } from './migrate.ts'
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
