import { ajustesTrazasSchema, LIMITS } from '@div/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeTrazas } from '../../ajustes/ajustes-repository.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { createRed } from '../../red/red.ts'
import { createRedactor } from '../history/redactor.ts'
import { followExportacion } from './exportacion-viva.ts'
import { type OtelStart, settingsOf } from './otel-settings.ts'

const NAMED = {
  destino: 'http://recolector.example:4318',
  servicio: 'div',
  porcentaje: 100,
  cabeceras: [],
  permitirRedPrivada: false,
}
const STARTED = settingsOf({ ...NAMED, porcentaje: 0 })

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const follow = (start: OtelStart) =>
  followExportacion({
    db: database.db,
    secretos: { open: (_id, sealed) => sealed },
    redactor: createRedactor(),
    start,
    version: '1',
    nombresOf: () => ({ proceso: undefined, canal: undefined }),
    createRed: (options) => createRed({ ...options, limits: LIMITS }),
    log: pino({ level: 'silent' }),
  })

async function flagsOf(start: OtelStart, exportacion: typeof NAMED | null): Promise<string | undefined> {
  const { db } = database
  const trazas = ajustesTrazasSchema.parse({})
  await db.transaction().execute((trx) => writeTrazas(trx, { trazas, exportacion, actualizadoPor: 'ana' }))
  const viva = await follow(start)
  const flags = viva.beginTraza('01a201a8-bc24-713a-96da-66e2c3054e9a')?.flags
  await viva.close()
  return flags
}

// The one of the start samples nothing, that of an admin everything.
test.each<[string, OtelStart, typeof NAMED | null, string | undefined]>([
  ['nobody names a collector', { settings: null, isDisabled: false }, null, undefined],
  ['one was named at the start', { settings: STARTED, isDisabled: false }, null, '00'],
  ['an admin names another one', { settings: STARTED, isDisabled: false }, NAMED, '01'],
  ['an admin names one', { settings: null, isDisabled: false }, NAMED, '01'],
  [
    'an admin names one of a product that was started disabled',
    { settings: null, isDisabled: true },
    NAMED,
    undefined,
  ],
])('%s', async (_what, start, exportacion, flags) => {
  expect(await flagsOf(start, exportacion)).toBe(flags)
})

test('the end does not wait for settings that the database does not tell', async () => {
  const { db } = database
  const viva = await follow({ settings: null, isDisabled: false })
  await db.transaction().execute(async (trx) => {
    await sql`lock configuracion`.execute(trx)
    void viva.refresh()
    await viva.close()
  })
})
