import { AppError, LIMITS, type Limits } from '@div/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { createIdempotencyStore, fingerprintOf, parseIdempotencyKey } from './idempotency.ts'

/** Columns that these canales leave empty. */
const EMPTY = {
  categoriaId: null,
  limite: 'null',
  concurrencia: null,
  cors: 'null',
  prioridad: 0,
  aviso: 'null',
  actualizadoPor: null,
}

let database: TestDatabase
const canalId = uuid()

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db
    .insertInto('canales')
    .values({
      id: canalId,
      nombre: 'Pedidos',
      descripcion: '',
      tipo: 'REST',
      ruta: 'pedidos',
      activo: true,
      modo: 'sincrono',
      acceso: '{"tipo":"publico"}',
      tiempoMaximoMs: 1_000,
      maxCuerpoBytes: 1_000,
      ...EMPTY,
    })
    .execute()
})
afterAll(() => database.drop())

const store = (limits: Limits = LIMITS) => createIdempotencyStore(database.db, limits)
const callOf = (cuerpo = '{}', clave = uuid()) => ({
  canalId,
  clave,
  tiempoMaximoMs: 1_000,
  huella: fingerprintOf({ caller: '', method: 'POST', url: '/rest/pedidos/', content: Buffer.from(cuerpo) }),
})
const answer = {
  status: 201,
  contentType: 'application/json',
  headers: { location: '/1' },
  payload: '{"id":1}',
}

async function codigoOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'ninguno',
    (error: unknown) => (error instanceof AppError ? error.codigo : String(error)),
  )
}

test('a repeat gets the first answer', async () => {
  const call = callOf()
  expect(await store().claim(call)).toBe(null)
  await store().keep(call, answer)
  expect(await store().claim(call)).toEqual({ ...answer, payload: Buffer.from('{"id":1}') })
})

test('of many at once one runs and the others are told to wait', async () => {
  const call = callOf()
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => codigoOf(store().claim(call))))
  expect(outcomes.filter((each) => each === 'ninguno')).toHaveLength(1)
  expect(outcomes.filter((each) => each === 'IDEMPOTENCIA_EN_CURSO')).toHaveLength(9)
})

test('the same key with another request is refused', async () => {
  const call = callOf()
  await store().claim(call)
  expect(await codigoOf(store().claim(callOf('{"otro":1}', call.clave)))).toBe('IDEMPOTENCIA_DISTINTA')
})

test('a released key runs again', async () => {
  const call = callOf()
  await store().claim(call)
  await store().release(call)
  expect(await store().claim(call)).toBe(null)
})

test('a claim whose process died is free after the time of the canal', async () => {
  const call = callOf()
  await store().claim(call)
  await sql`update respuestas_idempotentes set creada_en = now() - interval '7 seconds' where clave = ${call.clave}`.execute(
    database.db,
  )
  expect(await store().claim(call)).toBe(null)
})

test('an answer that is too large to keep is not given again, and its call not made again', async () => {
  const call = callOf()
  const small = store({ ...LIMITS, idempotenciaBytes: 2 })
  await small.claim(call)
  await small.keep(call, answer)
  await expect(small.claim(call)).rejects.toMatchObject({ codigo: 'IDEMPOTENCIA_SIN_RESPUESTA' })
})

test('expired answers are purged', async () => {
  const call = callOf()
  await store().claim(call)
  await sql`update respuestas_idempotentes set expira_en = now() - interval '1 second' where clave = ${call.clave}`.execute(
    database.db,
  )
  await store().purge()
  const left = await database.db
    .selectFrom('respuestasIdempotentes')
    .select('clave')
    .where('clave', '=', call.clave)
    .execute()
  expect(left).toEqual([])
})

test('of a canal that keeps too much the oldest answers are let go, and their calls not made again', async () => {
  const few = store({ ...LIMITS, idempotenciaCanalBytes: 2 * answer.payload.length })
  const calls = [callOf(), callOf(), callOf()]
  for (const call of calls) {
    await few.claim(call)
    await few.keep(call, answer)
  }
  await few.purge()
  const outcomes = []
  for (const call of calls) outcomes.push(await codigoOf(few.claim(call)))
  expect(outcomes).toEqual(['IDEMPOTENCIA_SIN_RESPUESTA', 'ninguno', 'ninguno'])
})

test.each(['', 'con espacio', 'ñ', 'x'.repeat(256)])('%j is no key', (header) => {
  expect(() => parseIdempotencyKey(header)).toThrow(AppError)
})
