import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { createTestDatabase } from '../../db/testing.ts'
import { readDefinitions } from '../definitions/read-definitions.ts'
import { createWorld } from './world.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

test('pools hear of a changed servidor also when the tablas cannot be read after it', async () => {
  const { db } = database
  const id = uuid()
  await db
    .insertInto('servidores')
    .values({
      id,
      nombre: 'Ventas',
      tipoServidor: 'postgresql',
      activo: true,
      permitirRedPrivada: false,
      config: '{"host":"viejo"}',
      pool: '{}',
      resiliencia: '{}',
      descripcion: '',
      categoriaId: null,
      actualizadoPor: null,
    })
    .execute()
  const told: unknown[] = []
  const unreachable = openDatabase('postgres://127.0.0.1:1/nada')
  const world = createWorld({
    db: unreachable,
    opener: {
      openServidor: ({ config }) => ({ ...Object(config) }),
      openParametro: ({ valor }) => valor,
      openCanal: () => {
        throw new Error('not part of this test')
      },
      retain() {},
    },
    log: pino({ level: 'silent' }),
    onServidor: (servidorId) => told.push([servidorId, world.servidor(servidorId)?.config]),
  })
  const apply = async () => {
    await expect(world.apply(await readDefinitions(db))).rejects.toThrow('ECONNREFUSED')
  }
  await apply()
  await apply()
  await db.updateTable('servidores').set({ config: '{"host":"nuevo"}', revision: 2 }).execute()
  await apply()
  expect(told).toEqual([
    [id, { host: 'viejo' }],
    [id, { host: 'nuevo' }],
  ])
  await unreachable.destroy()
})
