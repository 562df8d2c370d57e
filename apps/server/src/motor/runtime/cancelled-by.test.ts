import { EjecucionCancelada, LIMITS, monotonicNow } from '@div/contract'
import type { ContextoInterno } from '@div/servidores'
import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/tables.ts'
import { createTestDatabase, type TestDatabase, untilWaiting } from '../../db/testing.ts'
import { createInternoTablas } from './interno-tablas.ts'
import { takeConsecutivos } from './take-consecutivo.ts'

let database: TestDatabase
const UNCANCELLED: ContextoInterno = {
  claveIdempotencia: 'r1/n1/1',
  signal: new AbortController().signal,
  deadline: Number.POSITIVE_INFINITY,
}
const NOBODY = { descripcion: '', categoriaId: null, actualizadoPor: null }

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  await db
    .insertInto('consecutivos')
    .values({
      id: uuid(),
      nombre: 'factura',
      inicio: 1,
      incremento: 1,
      ultimo: null,
      prefijo: '',
      largo: 0,
      ...NOBODY,
    })
    .execute()
  await db
    .insertInto('tablas')
    .values({ id: uuid(), nombre: 'paises', columnas: '[{"nombre":"iso"}]', ...NOBODY })
    .execute()
})
afterAll(() => database.drop())

const tablas = () => createInternoTablas({ db: database.db, limits: LIMITS })

/** Holds rows until what waits for them has ended. */
function holding(table: 'consecutivos' | 'tablas', work: () => Promise<void>): Promise<void> {
  return database.db.transaction().execute(async (trx: Transaction<Database>) => {
    await trx.selectFrom(table).select('id').forUpdate().execute()
    await work()
  })
}

test.each<[string, 'consecutivos' | 'tablas', (context: ContextoInterno) => Promise<unknown>]>([
  ['a consecutivo', 'consecutivos', ({ signal }) => takeConsecutivos(database.db, 'factura', 1, signal)],
  ['an insertion into a tabla', 'tablas', (context) => tablas().insert('paises', { iso: 'ES' }, context)],
  [
    'a change of a tabla',
    'tablas',
    (context) => tablas().update('paises', { donde: {}, cambios: { iso: 'FR' } }, context),
  ],
  [
    'a removal from a tabla',
    'tablas',
    (context) => tablas().remove('paises', { donde: { iso: 'ES' } }, context),
  ],
])('%s that waits for somebody else ends with its run, in the database too', async (_what, table, call) => {
  await holding(table, async () => {
    const abort = new AbortController()
    const reason = new EjecucionCancelada()
    const context = { ...UNCANCELLED, signal: abort.signal, deadline: monotonicNow() + 30_000 }
    const ended = expect(call(context)).rejects.toBe(reason)
    await untilWaiting(database.db, 1)
    abort.abort(reason)
    await ended
    await untilWaiting(database.db, 0)
  })
  expect(await tablas().find('paises', { donde: {}, limite: 10 }, UNCANCELLED)).toEqual({
    filas: [],
    total: 0,
  })
})

test('what waits ends by itself after the deadline, without anybody who could stop it', async () => {
  await holding('tablas', async () => {
    const waiting = tablas().insert('paises', { iso: 'ES' }, { ...UNCANCELLED, deadline: 0 })
    await expect(waiting).rejects.toThrow('statement timeout')
  })
})

test('what is not cancelled is done', async () => {
  const fila = await tablas().insert('paises', { iso: 'ES' }, UNCANCELLED)
  expect(await tablas().find('paises', { donde: { iso: 'ES' }, limite: 1 }, UNCANCELLED)).toEqual({
    filas: [fila],
    total: 1,
  })
  expect(await takeConsecutivos(database.db, 'factura', 2, UNCANCELLED.signal)).toEqual([1, 2])
})
