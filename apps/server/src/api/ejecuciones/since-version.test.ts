import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { sinceVersion } from './since-version.ts'

const PROCESO = uuid()
const PUBLICADA = new Date('2026-11-20T10:00:00Z')
const ONE_HOUR_BEFORE = new Date('2026-11-20T09:00:00Z')
const LATER = new Date('2026-11-21T00:00:00Z')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.db
    .insertInto('procesos')
    .values({
      id: PROCESO,
      nombre: 'Cobros',
      descripcion: '',
      categoriaId: null,
      modo: 'memoria',
      flujo: '{}',
      versionPublicada: null,
      actualizadoPor: null,
    })
    .execute()
  await database.db
    .insertInto('procesoVersiones')
    .values({
      procesoId: PROCESO,
      version: 2,
      modo: 'memoria',
      flujo: '{}',
      nota: '',
      publicadaPor: null,
      publicadaEn: PUBLICADA,
    })
    .execute()
})
afterAll(() => database.drop())

test.each([
  ['from its publication on', { procesoId: PROCESO, version: 2 }, { desde: ONE_HOUR_BEFORE }],
  ['from a later moment on', { procesoId: PROCESO, version: 2, desde: LATER }, { desde: LATER }],
  [
    'no earlier, whatever is asked',
    { procesoId: PROCESO, version: 2, desde: new Date(0) },
    { desde: ONE_HOUR_BEFORE },
  ],
])('runs of a version are looked for %s', async (_what, filter, changes) => {
  expect(await sinceVersion(database.db, filter)).toEqual({ ...filter, ...changes })
})

test('a version that was never published has no runs', async () => {
  expect(await sinceVersion(database.db, { procesoId: PROCESO, version: 3 })).toBeNull()
})

test.each([
  ['of any version', { procesoId: PROCESO }],
  ['of any proceso', { version: 2 }],
  ['of a proceso that is gone', { procesoId: uuid(), version: 2 }],
])('runs %s are looked for as they were', async (_what, filter) => {
  expect(await sinceVersion(database.db, filter)).toEqual(filter)
})
