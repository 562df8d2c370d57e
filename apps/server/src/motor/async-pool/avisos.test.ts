import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { ECHO, json, startRestMotor } from '../publishing/rest/rest-testing.ts'

const SECRETO = 'secreto-de-los-avisos-24'
const WAIT = { timeout: 60_000 }

/** Somebody who is told, and answers with these, one after the other, and then with the last. */
async function startListener(...answers: number[]) {
  const told: { headers: IncomingHttpHeaders; cuerpo: string }[] = []
  const server = createServer(async (request, response) => {
    let cuerpo = ''
    for await (const chunk of request) cuerpo += chunk
    response.writeHead(answers[told.length] ?? answers.at(-1) ?? 204).end()
    told.push({ headers: request.headers, cuerpo })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { told, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/avisos` }
}

async function startToldCanal(url: string, permitirRedPrivada = true) {
  const used: unknown[] = []
  const started = await startRestMotor({}, { onSecretInUse: (use) => used.push(use) })
  onTestFinished(started.close)
  const aviso = { url, secreto: SECRETO, permitirRedPrivada }
  const { canalId } = await started.publish('avisado', ECHO, { modo: 'asincrono', aviso })
  const { body } = await started.call('/avisado/cosas', json({ id: 7, nombre: 'Ana' }))
  const { idEjecucion } = body as { idEjecucion: string }
  const pending = async () => {
    const { rows } = await sql<{ state: string; mensaje: string | null; segundos: number }>`
      select state::text, output ->> 'mensaje' as mensaje, extract(epoch from start_after - now())::float as segundos
      from cola.job where name = 'avisos'`.execute(started.motor.database.db)
    return rows
  }
  return { ...started, canalId, idEjecucion, pending, used }
}

test('whom the canal names is told how the run ended, signed', async () => {
  const { told, url } = await startListener(204)
  const { idEjecucion, pending, canalId, used, call } = await startToldCanal(url)
  await expect.poll(() => told, WAIT).toHaveLength(1)
  const [{ headers, cuerpo } = { headers: {}, cuerpo: '' }] = told
  expect(JSON.parse(cuerpo)).toMatchObject({
    idEjecucion,
    estado: 'ok',
    salida: { id: 7, saludo: 'Hola, ANA' },
  })
  const { 'webhook-id': id, 'webhook-timestamp': segundos } = headers
  const signature = createHmac('sha256', SECRETO).update(`${id}.${segundos}.${cuerpo}`).digest('base64')
  expect(headers).toMatchObject({ 'webhook-id': idEjecucion, 'webhook-signature': `v1,${signature}` })
  await expect.poll(pending, WAIT).toMatchObject([{ state: 'completed' }])

  // That its secret is used is told of once.
  await call('/avisado/cosas', json({ id: 8, nombre: 'Eva' }))
  await expect.poll(() => told, WAIT).toHaveLength(2)
  expect(used).toEqual([{ recurso: 'canales', id: canalId, nombre: 'Canal avisado' }])
})

test('who refuses is told again later, and the reason is kept', async () => {
  const { told, url } = await startListener(503)
  const { pending } = await startToldCanal(url)
  await expect
    .poll(pending, WAIT)
    .toMatchObject([{ state: 'retry', mensaje: expect.stringContaining('contestó 503') }])
  expect(told).toHaveLength(1)
  const [{ segundos } = { segundos: 0 }] = await pending()
  expect(segundos).toBeGreaterThan(0)
})

test('what a worker was telling when it died another one tells soon, and who takes long is left to it', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  onTestFinished(() => answer())
  let told = 0
  const server = createServer(async (_request, response) => {
    told++
    if (told === 1) await answered
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { motor } = await startToldCanal(url)
  const { db } = motor.database
  const beat = async () => {
    const { rows } = await sql<{ state: string; age: number }>`
      select state::text, extract(epoch from heartbeat_on - started_on)::float as age
      from cola.job where name = 'avisos'`.execute(db)
    return rows[0]
  }
  await expect.poll(async () => (await beat())?.age, WAIT).toBeGreaterThan(0)
  expect(await beat()).toMatchObject({ state: 'active' })
  // As if its worker had died: it is heard of no more.
  await sql`create function forget() returns trigger language plpgsql as $$ begin
    if new.state = 'active' and old.state = 'active' then new.heartbeat_on = now() - interval '1 minute'; end if;
    return new; end $$`.execute(db)
  await sql`create trigger forget before update on cola.job for each row execute function forget()`.execute(
    db,
  )
  await expect.poll(async () => (await beat())?.state, WAIT).toBe('retry')
  await sql`drop trigger forget on cola.job`.execute(db)
  await sql`update cola.job set start_after = now() where name = 'avisos'`.execute(db)
  await expect.poll(async () => (await beat())?.state, WAIT).toBe('completed')
  expect(told).toBe(2)
}, 180_000)

test('what a canal accepted is told, and may be asked for, also when it is not active any more', async () => {
  const { told, url } = await startListener(503, 204)
  const { pending, motor, idEjecucion } = await startToldCanal(url)
  const { db } = motor.database
  await expect.poll(pending, WAIT).toMatchObject([{ state: 'retry' }])
  await db.updateTable('canales').set({ activo: false }).where('ruta', '=', 'avisado').execute()
  await motor.runtime.definitions.catchUp()
  // As if it had failed for longer than answers are kept.
  await db
    .updateTable('respuestasAsincronas')
    .set({ expiraEn: new Date(0) })
    .execute()
  await motor.runtime.cola.purge()
  await sql`update cola.job set start_after = now() where name = 'avisos'`.execute(db)
  await expect.poll(pending, WAIT).toMatchObject([{ state: 'completed' }])
  expect(told.map(({ cuerpo }) => JSON.parse(cuerpo).estado)).toEqual(['ok', 'ok'])
  expect((await fetch(`${motor.url}/ejecuciones/${idEjecucion}`)).status).toBe(200)
  // Nobody else is told of it.
  await motor.runtime.cola.purge()
  expect(await db.selectFrom('respuestasAsincronas').select('id').execute()).toEqual([])
})

test.each([
  ['the canal names nobody any more', "update canales set aviso = 'null'", 'ya no dice a quién'],
  ['the canal is gone', 'delete from canales', 'ya no existe'],
  [
    'its answer is not kept any more',
    "delete from respuestas_asincronas; delete from cola.job where name = 'ejecuciones'",
    'ya no se guarda',
  ],
])('what is never told is a failure with its reason: %s', async (_what, statement, mensaje) => {
  const { told, url } = await startListener(503)
  const { pending, motor } = await startToldCanal(url)
  const { db } = motor.database
  await expect.poll(pending, WAIT).toMatchObject([{ state: 'retry' }])
  await sql.raw(statement).execute(db)
  await motor.runtime.definitions.catchUp()
  await sql`update cola.job set start_after = now() where name = 'avisos'`.execute(db)
  await expect
    .poll(pending, WAIT)
    .toMatchObject([{ state: 'retry', mensaje: expect.stringContaining(mensaje) }])
  expect(told).toHaveLength(1)
})

test('an address of the inside is told nothing unless the canal says so', async () => {
  const { told, url } = await startListener(204)
  const { pending } = await startToldCanal(url, false)
  await expect
    .poll(pending, WAIT)
    .toMatchObject([{ state: 'retry', mensaje: expect.stringContaining('red privada') }])
  expect(told).toEqual([])
})
