import { randomBytes } from 'node:crypto'
import { ClaveMaestraIncorrecta, SecretoIlegible } from '@div/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { rotateMasterKey } from './rotate-master-key.ts'
import { createSecretos } from './secretos.ts'

let database: TestDatabase
const masterKey = randomBytes(32)

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const start = (key = masterKey) => createSecretos({ db: database.db, masterKey: key })

test('a sealed text opens for its record and for no other', async () => {
  const secretos = await start()
  const sealed = secretos.seal('a', 'clave')
  expect(secretos.open('a', sealed)).toBe('clave')
  expect(() => secretos.open('b', sealed)).toThrow(SecretoIlegible)
})

test('a changed text does not open', async () => {
  const secretos = await start()
  const sealed = secretos.seal('a', 'clave')
  const other = sealed.at(-2) === 'A' ? 'B' : 'A'
  expect(() => secretos.open('a', sealed.slice(0, -2) + other + sealed.slice(-1))).toThrow(SecretoIlegible)
})

test('the wrong master key is refused at start', async () => {
  await start()
  await expect(start(randomBytes(32))).rejects.toThrow(ClaveMaestraIncorrecta)
})

const schema = z.object({
  host: z.string(),
  clave: z.string().default('').meta({ secret: true }),
  autenticacion: z
    .discriminatedUnion('tipo', [
      z.object({ tipo: z.literal('ninguna') }),
      z.object({ tipo: z.literal('bearer'), token: z.string().meta({ secret: true }) }),
    ])
    .default({ tipo: 'ninguna' }),
})

describe('a config', () => {
  const config = { host: 'h', clave: 'c', autenticacion: { tipo: 'bearer', token: 't' } }

  test('keeps no secret in the open and gives it back only when it is opened', async () => {
    const secretos = await start()
    const sealed = secretos.sealConfig(schema, 'id', config)
    expect(JSON.stringify(sealed)).not.toMatch(/"c"|"t"/)
    expect(secretos.openConfig(schema, 'id', sealed)).toEqual(config)
    expect(secretos.maskConfig(schema, sealed)).toEqual({
      host: 'h',
      clave: { definido: true },
      autenticacion: { tipo: 'bearer', token: { definido: true } },
    })
  })

  test.each([
    ['the mask', { definido: true }],
    ['nothing', undefined],
  ])('keeps the stored secret where it gets %s', async (_, clave) => {
    const secretos = await start()
    const sealed = secretos.sealConfig(schema, 'id', config)
    const again = secretos.sealConfig(schema, 'id', { ...config, host: 'otro', clave }, sealed)
    expect(secretos.openConfig(schema, 'id', again)).toEqual({ ...config, host: 'otro' })
  })

  test('tells an empty secret from a set one', async () => {
    const secretos = await start()
    const sealed = secretos.sealConfig(schema, 'id', { host: 'h', clave: '' })
    expect(secretos.maskConfig(schema, sealed)).toMatchObject({ clave: { definido: false } })
  })
})

test('rotation seals everything under the new key and retires the old one', async () => {
  const id = crypto.randomUUID()
  const before = await start()
  await database.db
    .insertInto('parametros')
    .values({
      id,
      nombre: 'clave',
      tipo: 'texto',
      descripcion: '',
      categoriaId: null,
      secreto: true,
      valor: JSON.stringify(before.seal(id, '"s"')),
      actualizadoPor: null,
    })
    .execute()
  const fresh = randomBytes(32)
  expect(await rotateMasterKey(database.db, { old: masterKey, new: fresh })).toBe(1)
  const after = await start(fresh)
  const { valor } = await database.db.selectFrom('parametros').select('valor').executeTakeFirstOrThrow()
  expect(after.open(id, String(valor))).toBe('"s"')
  await expect(start()).rejects.toThrow(ClaveMaestraIncorrecta)
})
