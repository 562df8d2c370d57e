import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { findPrecio } from './find-precio.ts'
import { insertPrecio, insertServidor } from './testing.ts'

let database: TestDatabase
const propio = uuid()
const otro = uuid()

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  for (const id of [propio, otro]) await insertServidor(db, id)
  await insertPrecio(db, { modelo: 'chico', desde: '2026-01-01', entrada: '1' })
  await insertPrecio(db, { modelo: 'chico', desde: '2026-03-01', hasta: '2026-03-31', entrada: '2' })
  await insertPrecio(db, { modelo: 'chico', desde: '2026-02-01', servidorId: propio, entrada: '3' })
  await insertPrecio(db, { modelo: '', desde: '2026-06-01', servidorId: propio, entrada: '4' })
  await insertPrecio(db, { modelo: 'ido', desde: '2026-01-01', hasta: '2026-01-31', entrada: '5' })
})
afterAll(() => database.drop())

test.each([
  ['before any price', 'chico', otro, '2025-12-31', undefined],
  ['from its first day on', 'chico', otro, '2026-01-01', '1'],
  ['the one that began last', 'chico', otro, '2026-03-31', '2'],
  ['the earlier one again, once that has ended', 'chico', otro, '2026-04-01', '1'],
  ['that of its servidor before any', 'chico', propio, '2026-03-15', '3'],
  ['that of any model of its servidor', 'grande', propio, '2026-06-01', '4'],
  ['its own before that of any model', 'chico', propio, '2026-06-01', '3'],
  ['none of another servidor', 'grande', otro, '2026-06-01', undefined],
  ['none that has ended', 'ido', otro, '2026-02-01', undefined],
])('%s', async (_, modelo, servidorId, dia, entrada) => {
  expect((await findPrecio(database.db, { modelo, servidorId, dia }))?.entradaPorMillon).toBe(entrada)
})
