import { setTimeout } from 'node:timers/promises'
import type { Limits } from '@div/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { ECHO, json, startRestMotor, WAITING } from '../publishing/rest/rest-testing.ts'
import { countCola } from './count-cola.ts'

const WAIT = { timeout: 60_000 }

async function startAsyncMotor(limits: Partial<Limits> = {}) {
  const started = await startRestMotor(limits)
  onTestFinished(started.close)
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${started.motor.url}${path}`, init)
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: text === '' ? null : JSON.parse(text),
    }
  }
  return { ...started, ask }
}

test('an asynchronous canal accepts a call, runs it and tells how it ended', async () => {
  const { publish, call, ask } = await startAsyncMotor()
  await publish('lento', ECHO, { modo: 'asincrono' })
  const accepted = await call('/lento/cosas', json({ id: 7, nombre: 'Ana' }))
  const { idEjecucion, urlEstado } = accepted.body as { idEjecucion: string; urlEstado: string }
  expect(accepted).toMatchObject({
    status: 202,
    body: { estado: 'en_cola', urlEstado: `/ejecuciones/${idEjecucion}` },
  })
  expect(accepted.headers.get('location')).toBe(urlEstado)

  await expect
    .poll(async () => (await ask(urlEstado)).body)
    .toMatchObject({
      idEjecucion,
      estado: 'ok',
      estadoHttp: 200,
      salida: { id: 7, saludo: 'Hola, ANA' },
    })
  const answer = await ask(`${urlEstado}/respuesta`)
  expect(answer).toMatchObject({ status: 200, body: { id: 7, saludo: 'Hola, ANA' } })
  expect(answer.headers.get('x-ejecucion-id')).toBe(idEjecucion)
})

test('what the history is to tell of runs is stored with their ends, whatever becomes of their worker', async () => {
  const { publish, call, ask, motor } = await startAsyncMotor()
  const { db } = motor.database
  await publish('apartado', ECHO, { modo: 'asincrono' })
  const ids: string[] = []
  await db.transaction().execute(async (trx) => {
    // The history does not come through.
    await sql`lock table ejecuciones in exclusive mode`.execute(trx)
    const accepted = await Promise.all(
      Array.from({ length: 12 }, () => call('/apartado/cosas', json({ id: 7, nombre: 'Ana' }))),
    )
    for (const { body } of accepted) {
      const { idEjecucion, urlEstado } = body as { idEjecucion: string; urlEstado: string }
      ids.push(idEjecucion)
      await expect.poll(async () => (await ask(urlEstado)).body, WAIT).toMatchObject({ estado: 'ok' })
    }
    const asides = await db.selectFrom('historialApartado').select('ejecuciones').execute()
    expect(asides.flatMap(({ ejecuciones }) => ejecuciones).toSorted()).toEqual(ids.toSorted())
  })
  const asides = () => db.selectFrom('historialApartado').select('id').execute()
  await expect.poll(asides, WAIT).toEqual([])
  const written = await db.selectFrom('ejecuciones').select('id').where('id', 'in', ids).execute()
  expect(written).toHaveLength(ids.length)
})

test('what is wrong with a call is told at once, and nothing is accepted', async () => {
  const { publish, call } = await startAsyncMotor()
  await publish('lento', ECHO, { modo: 'asincrono' })
  expect(await call('/lento/cosas', json({ id: 'siete' }))).toMatchObject({
    status: 400,
    body: { codigo: 'ENTRADA_INVALIDA' },
  })
})

test('an Idempotency-Key that comes again gets the first run', async () => {
  const { publish, call } = await startAsyncMotor()
  await publish('lento', ECHO, { modo: 'asincrono' })
  const key = { 'idempotency-key': 'una' }
  const first = await call('/lento/cosas', json({ id: 7 }, key))
  const again = await call('/lento/cosas', json({ id: 7 }, key))
  expect(again).toMatchObject({ status: 202, body: first.body })
})

test('who may not call the canal may not ask for its runs', async () => {
  const { publish, call, ask } = await startAsyncMotor()
  await publish('lento', ECHO, { modo: 'asincrono', acceso: { tipo: 'token' } })
  const bearer = { authorization: 'Bearer bueno' }
  const { body } = await call('/lento/cosas', json({ id: 7 }, bearer))
  const { urlEstado } = body as { urlEstado: string }
  expect((await ask(urlEstado)).status).toBe(401)
  expect((await ask(urlEstado, { headers: bearer })).status).toBe(200)
  expect((await ask('/ejecuciones/019fffff-ffff-7fff-bfff-ffffffffffff')).status).toBe(404)
})

test('a run that waits is taken out of the queue when it is cancelled, and one that runs is stopped', async () => {
  const { publish, call, ask, motor, withTurnoLocked } = await startAsyncMotor()
  await publish('turno', WAITING, { modo: 'asincrono' })
  await withTurnoLocked(async () => {
    const { body } = await call('/turno/cosas', json({}))
    const { idEjecucion, urlEstado } = body as { idEjecucion: string; urlEstado: string }
    await expect.poll(async () => (await ask(urlEstado)).body).toMatchObject({ estado: 'ejecutando' })
    expect(await motor.runtime.cola.cancelWaiting(idEjecucion)).toBeUndefined()
    expect(await motor.runtime.cancelRun(idEjecucion)).toBe(true)
    await expect.poll(async () => (await ask(urlEstado)).body).toMatchObject({ estado: 'cancelada' })
  })
})

test('what waits goes by its priority, and of a bounded canal only so many run at once', async () => {
  const { publish, call, ask, withTurnoLocked, motor } = await startAsyncMotor()
  await publish('angosto', WAITING, { modo: 'asincrono', concurrencia: 1 })
  await publish('urgente', ECHO, { modo: 'asincrono', prioridad: 9 })
  const urls: string[] = []
  await withTurnoLocked(async () => {
    for (let call_ = 0; call_ < 3; call_++) {
      const { body } = await call('/angosto/cosas', json({}))
      urls.push((body as { urlEstado: string }).urlEstado)
    }
    const estados = async () =>
      (await Promise.all(urls.map((url) => ask(url)))).map(({ body }) => body.estado).sort()
    await expect.poll(estados).toEqual(['ejecutando', 'en_cola', 'en_cola'])
    // Another canal is not kept by it.
    const { body } = await call('/urgente/cosas', json({ id: 1 }))
    await expect
      .poll(async () => (await ask((body as { urlEstado: string }).urlEstado)).body)
      .toMatchObject({ estado: 'ok' })
    expect(await estados()).toEqual(['ejecutando', 'en_cola', 'en_cola'])
  })
  for (const url of urls) await expect.poll(async () => (await ask(url)).body).toMatchObject({ estado: 'ok' })
  expect(motor.motor.active()).toBe(0)
})

test('what finds the queue full is refused, and told when to come back', async () => {
  const { publish, call, ask, withTurnoLocked, motor } = await startAsyncMotor({
    colaEjecuciones: 2,
    ejecucionesAsincronas: 1,
  })
  await publish('turno', WAITING, { modo: 'asincrono' })
  await withTurnoLocked(async () => {
    const { body } = await call('/turno/cosas', json({}))
    const { urlEstado } = body as { urlEstado: string }
    await expect.poll(async () => (await ask(urlEstado)).body).toMatchObject({ estado: 'ejecutando' })
    // It is counted once a second.
    await expect
      .poll(async () => (await call('/turno/cosas', json({}))).status, { timeout: 10_000, interval: 300 })
      .toBe(503)
    const refused = await call('/turno/cosas', json({}))
    expect(refused).toMatchObject({ status: 503, body: { codigo: 'COLA_LLENA' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
  // What has run makes room again, also for the first who comes after a quiet while.
  await expect.poll(async () => (await countCola(motor.database.db)).enEspera).toBe(0)
  await setTimeout(1_200)
  expect((await call('/turno/cosas', json({}))).status).toBe(202)
})

test('of a crowd no more are accepted than the queue has room for', async () => {
  const { publish, call, withTurnoLocked } = await startAsyncMotor({
    colaEjecuciones: 5,
    ejecucionesAsincronas: 1,
  })
  await publish('turno', WAITING, { modo: 'asincrono' })
  await withTurnoLocked(async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => call('/turno/cosas', json({}))))
    const accepted = answers.filter(({ status }) => status === 202).length
    expect(accepted).toBeGreaterThanOrEqual(5)
    // One that a worker has taken meanwhile waits no more.
    expect(accepted).toBeLessThanOrEqual(6)
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(40 - accepted)
  })
})

test('a call that the database has no room for is told so, and not accepted', async () => {
  const { publish, call, ask, motor } = await startAsyncMotor()
  await publish('lento', ECHO, { modo: 'asincrono' })
  const { db } = motor.database
  await sql`create function sin_espacio() returns trigger language plpgsql as
    'begin raise exception ''no space left on device'' using errcode = ''53100''; end'`.execute(db)
  await sql`create trigger lleno before insert on cola.job for each row execute function sin_espacio()`.execute(
    db,
  )
  const send = () => call('/lento/cosas', json({ id: 7, nombre: 'Ana' }))
  expect(await send()).toMatchObject({
    status: 507,
    body: { title: 'Sin espacio', codigo: 'BASE_DE_DATOS_LLENA', detail: expect.stringContaining('disco') },
  })
  await sql`drop trigger lleno on cola.job`.execute(db)
  const { status, body } = await send()
  expect(status).toBe(202)
  await expect
    .poll(async () => (await ask((body as { urlEstado: string }).urlEstado)).body)
    .toMatchObject({ estado: 'ok' })
  expect(await sql`select from cola.job where name = 'ejecuciones'`.execute(db)).toMatchObject({
    rows: [{}],
  })
})
