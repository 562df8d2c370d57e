import { randomUUID } from 'node:crypto'
import { LIMITS } from '@div/contract'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../apps/server/src/db/testing.ts'
import { createApartados } from '../../apps/server/src/motor/history/apartados.ts'
import { createHistory, type History } from '../../apps/server/src/motor/history/history.ts'
import { NO_MASKS } from '../../apps/server/src/motor/history/mascaras.ts'
import { NO_SECRETS } from '../../apps/server/src/motor/history/secret-scope.ts'
import { TRAZA_ENTERA } from '../../apps/server/src/motor/history/traza.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

let database: TestDatabase
let proxy: TcpProxy
let history: History
/** Through the proxy. */
let databaseUrl: string

beforeEach(async () => {
  database = await createTestDatabase()
  const url = new URL(database.url)
  proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) })
  url.host = `${proxy.host}:${proxy.port}`
  databaseUrl = url.href
  history = openHistory(database.db)
})

function openHistory(db: TestDatabase['db']): History {
  const log = pino({ level: 'silent' })
  return createHistory({
    db,
    databaseUrl,
    apartados: createApartados({ db, log }),
    limits: { ...LIMITS, historialEsperaMs: 300 },
    trazas: { tamanos: () => LIMITS, mascaras: () => NO_MASKS, maxBytes: () => null },
    log,
    nodoMotor: 'prueba:1',
    shift: () => 0,
  })
}

afterEach(async () => {
  await proxy.fail(null)
  await history.close()
  await proxy.close()
  await database.drop()
})

function record(into = history) {
  into.record({
    id: randomUUID(),
    inicio: Date.now(),
    duracionMs: 1,
    estado: 'ok',
    procesoId: randomUUID(),
    version: 1,
    canalId: null,
    origen: 'canal',
    entrada: {},
    pasos: [],
    pasosOmitidos: 0,
    secretos: NO_SECRETS,
    traza: TRAZA_ENTERA,
    plan: { ocultos: null, salidas: [], entrada: { clave: null } },
  })
}

test('a database that stops answering in the middle keeps no run back: the rows go by another connection', async () => {
  record()
  await history.flush()
  expect(history.counters()).toMatchObject({ escritas: 1, pendientes: 0 })
  await proxy.fail({ kind: 'blackhole' })
  record()
  await history.flush()
  expect(history.counters()).toMatchObject({ escritas: 1, pendientes: 1 })
  await proxy.fail(null)
  await expect
    .poll(() => history.counters(), { timeout: 15_000 })
    .toMatchObject({ escritas: 2, pendientes: 0 })
  expect(proxy.connections()).toBe(1)
})

test('a database that accepts and never answers is given up as well, and the run is kept', async () => {
  await proxy.fail({ kind: 'blackhole' })
  record()
  await history.flush()
  expect(history.counters()).toMatchObject({ escritas: 0, pendientes: 1, descartadas: 0 })
})

test('the end waits neither for the goodbye of a database that says nothing nor for the counts that it does not take', async () => {
  const db = openDatabase(databaseUrl)
  const ending = openHistory(db)
  record(ending)
  await ending.flush()
  record(ending)
  await expect.poll(() => ending.counters()).toMatchObject({ escritas: 2, pendientes: 0 })
  await proxy.fail({ kind: 'blackhole' })
  await ending.close()
  expect(ending.counters()).toMatchObject({ escritas: 2, pendientes: 0, descartadas: 0 })
  await proxy.fail(null)
  await db.destroy()
})
