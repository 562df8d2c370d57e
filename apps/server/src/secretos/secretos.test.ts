import { randomBytes } from 'node:crypto'
import { ClaveMaestraIncorrecta, SecretoIlegible } from '@div/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { EXPORTACION } from './exportacion-secrets.ts'
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

test('what signed addresses of signals is kept through every rotation, each until it was retired', async () => {
  const { db } = database
  const [second, third] = [randomBytes(32), randomBytes(32)]
  const before = await start()
  expect(await before.senalesDeAntes()).toEqual([])
  await rotateMasterKey(db, { old: masterKey, new: second })
  const between = await start(second)
  await rotateMasterKey(db, { old: second, new: third })
  const after = await start(third)
  const kept = await after.senalesDeAntes()
  expect(kept.map(({ key }) => key)).toEqual([between.derive('senales'), before.derive('senales')])
  expect(kept.map(({ hasta }) => hasta)).toEqual([expect.any(Date), expect.any(Date)])
})

test('rotation seals everything under the new key, wherever it stands, and retires the old one', async () => {
  const { db } = database
  const before = await start()
  const { id: oldKey } = await db.selectFrom('clavesSecretos').select('id').executeTakeFirstOrThrow()
  const id = crypto.randomUUID()
  const sealed = before.seal(id, '"s"')
  const inJson = JSON.stringify({ a: [{ b: sealed }] })
  await sql`insert into parametros (id, nombre, tipo, secreto, valor)
    values (${id}, 'clave', 'texto', true, ${JSON.stringify(sealed)})`.execute(db)
  await sql`insert into servidores (id, nombre, tipo_servidor, config, pool, resiliencia)
    values (${id}, 's', 'rest', ${inJson}, '{}', '{}')`.execute(db)
  await sql`insert into mcp_autorizaciones (servidor_id, sellada, por) values (${id}, ${sealed}, 'admin')`.execute(
    db,
  )
  await sql`insert into canales (id, nombre, tipo, ruta, modo, acceso, limite, tiempo_maximo_ms, max_cuerpo_bytes, cors, aviso)
    values (${id}, 'c', 'REST', 'c', 'asincrono', ${inJson}, '{}', 1, 1, '{}', ${inJson})`.execute(db)
  await sql`insert into alertas (id, nombre, condicion, campana, webhook, recupera_minutos)
    values (${id}, 'a', '{}', true, ${inJson}, 1)`.execute(db)
  await sql`insert into entornos_div (id, nombre, orden, url_base, clave, permitir_red_privada, promueven, vinculos)
    values (${id}, 'e', 1, 'https://div.ejemplo.es', ${sealed}, false, 'admin', '{}')`.execute(db)
  await sql`insert into ejecuciones_durables (id, proceso_id, trabajo) values (${id}, ${id}, '{}')`.execute(
    db,
  )
  await sql`insert into puntos_de_control (ejecucion_id, nodo, iteracion, salida, contenido)
    values (${id}, 'n1', '', '', ${sealed}), (${id}, 'n2', '', '', null), (${id}, 'n3', '', '', 'sin sellar')`.execute(
    db,
  )
  await sql`insert into puntos_grandes (ejecucion_id, nodo, iteracion, contenido)
    values (${id}, 'n2', '', ${sealed})`.execute(db)
  await sql`insert into ai_agentes (id, nombre, activo, definicion) values (${id}, 'a', true, '{}')`.execute(
    db,
  )
  await sql`insert into ai_agente_ejecuciones (id, agente_id, origen, estado, mensaje, reanudar, vence)
    values (${id}, ${id}, 'chat', 'espera', '', ${sealed}, now())`.execute(db)
  const inExportacion = JSON.stringify({ cabeceras: [{ valor: before.seal(EXPORTACION, 'k') }] })
  await sql`update configuracion set exportacion = ${inExportacion}`.execute(db)
  const fresh = randomBytes(32)
  expect(await rotateMasterKey(db, { old: masterKey, new: fresh })).toBe(11)
  const after = await start(fresh)
  const { valor } = await db.selectFrom('parametros').select('valor').executeTakeFirstOrThrow()
  expect(after.open(id, String(valor))).toBe('"s"')
  expect(await listHolding(oldKey)).toEqual(['claves_secretos'])
  await expect(start()).rejects.toThrow(ClaveMaestraIncorrecta)
})

/** The tables that hold a text anywhere in their rows. */
async function listHolding(text: string): Promise<string[]> {
  const { rows } = await sql<{ nombre: string }>`select table_name as nombre from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(database.db)
  const holding: string[] = []
  for (const { nombre } of rows) {
    const found =
      await sql`select 1 from ${sql.table(nombre)} as t where t::text like ${`%${text}%`} limit 1`.execute(
        database.db,
      )
    if (found.rows.length > 0) holding.push(nombre)
  }
  return holding
}
