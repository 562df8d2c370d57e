import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { restorePasos } from '../history/restore-pasos.ts'
import { json } from '../publishing/rest/rest-testing.ts'
import {
  cadena,
  ESPERA_TURNO,
  interno,
  mapea,
  SENAL,
  startDurableMotor,
  startWaitingRun,
} from './durables-testing.ts'
import { writeSenalToken } from './senal-token.ts'

test('a run waits for a signal without a worker, and its address is good once', async () => {
  const { ask, urlEstado, send, readRuta, motor, db } = await startWaitingRun(SENAL)
  expect(motor.motor.active()).toBe(0)
  expect(await sql`select from cola.job where name = 'ejecuciones'`.execute(db)).toMatchObject({ rows: [] })
  const ruta = await readRuta()
  expect((await send(`${ruta}x`, {})).status).toBe(404)
  expect((await fetch(`${motor.url}${ruta}`)).status).toBe(405)
  expect((await send(ruta, { respuesta: 'sí' })).status).toBe(202)
  await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'ok', salida: { r: 'sí!' } })
  expect((await send(ruta, { respuesta: 'otra' })).status).toBe(409)
  const told = async () => {
    const rows = await db.selectFrom('ejecuciones').selectAll().execute()
    return rows.map(restorePasos).flatMap(({ pasos }) => pasos.map(({ nodo }) => nodo))
  }
  await expect.poll(told).toEqual(['n1', 'dir', 'a', 'senal', 'n2'])
})

test('what a signal brings stands beside its row when it is large', async () => {
  const { ask, urlEstado, send, readRuta, db } = await startWaitingRun(SENAL)
  const respuesta = 'ñ'.repeat(40_000)
  expect((await send(await readRuta(), { respuesta })).status).toBe(202)
  await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'ok', salida: { r: `${respuesta}!` } })
  expect(await db.selectFrom('puntosGrandes').select('nodo').execute()).toEqual([{ nodo: 'senal' }])
})

test('the address of a signal stays good when the key that signed it is changed, for runs accepted before and no others', async () => {
  const flujo = cadena([interno('senal', 'senal', {})], '"ya"')
  const { db, motor, ask, urlEstado, idEjecucion: ejecucionId, send } = await startWaitingRun(flujo)
  const id = crypto.randomUUID()
  const key = randomBytes(32)
  const senales = motor.secretos.seal(id, key.toString('base64'))
  await db
    .insertInto('clavesSecretos')
    .values({ id, comprobacion: '', retiradaEn: new Date(Date.now() - 3_600_000), senales })
    .execute()
  const ruta = `/senales/${writeSenalToken({ ejecucionId, nodo: 'senal', iteracion: '' }, key)}`
  expect((await send(ruta, {})).status).toBe(404)
  await db.updateTable('clavesSecretos').set({ retiradaEn: new Date() }).where('id', '=', id).execute()
  expect((await send(ruta, {})).status).toBe(202)
  await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'ok' })
})

test('a signal that comes before its node has come so far is kept for it', async () => {
  const flujo = cadena(
    [
      interno('dir', 'direccionDeSenal', { nodo: 'senal' }),
      mapea('a', 'dir.ruta'),
      ESPERA_TURNO,
      interno('senal', 'senal', {}),
    ],
    'senal.respuesta',
  )
  const { publish, call, ask, guardados, withTurnoLocked, motor, db } = await startDurableMotor()
  await publish('pronto', flujo, { modo: 'asincrono' })
  let urlEstado = ''
  await withTurnoLocked(async () => {
    const { body } = await call('/pronto/cosas', json({}))
    urlEstado = (body as { urlEstado: string }).urlEstado
    await expect.poll(guardados).toEqual(['a', 'dir'])
    const [row] = await db
      .selectFrom('puntosDeControl')
      .select('contenido')
      .where('nodo', '=', 'dir')
      .execute()
    const { valor } = JSON.parse(row?.contenido ?? '') as { valor: { ruta: string } }
    expect((await fetch(`${motor.url}${valor.ruta}`, json({ respuesta: 'ya' }))).status).toBe(202)
  })
  await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'ok', salida: { r: 'ya' } })
})

test('a time is waited for in a row, and what did not come in time fails its node', async () => {
  const tiempo = cadena([interno('t', 'espera', { ms: 1_500 })], '"ya"')
  const { ask, urlEstado } = await startWaitingRun(tiempo)
  await expect
    .poll(() => ask(urlEstado), { timeout: 10_000 })
    .toMatchObject({ estado: 'ok', salida: { r: 'ya' } })

  const {
    ask: askOther,
    urlEstado: other,
    db,
  } = await startWaitingRun(cadena([interno('senal', 'senal', { tiempoMaximo: 1 })], '"ya"'))
  await sql`update esperas set vence = now()`.execute(db)
  await expect
    .poll(() => askOther(other), { timeout: 10_000 })
    .toMatchObject({ estado: 'error', error: { codigo: 'ESPERA_VENCIDA' } })
})

test('the entrada of a run that has waited is told first, as of when the run began', async () => {
  const flujo = cadena([mapea('a', 'n1.texto'), interno('t', 'espera', { ms: 1_500 })], 'a.x')
  const { ask, urlEstado, db } = await startWaitingRun(flujo)
  await expect.poll(() => ask(urlEstado), { timeout: 10_000 }).toMatchObject({ estado: 'ok' })
  const told = async () => {
    const rows = await db.selectFrom('ejecuciones').selectAll().execute()
    return rows.map(restorePasos).map(({ inicio, pasos }) => ({
      entrada: pasos
        .filter(({ nodo }) => nodo === 'n1')
        .map((paso) => Number(paso.inicio) - inicio.getTime()),
      inOrder: pasos
        .toSorted((left, right) => Number(left.inicio) - Number(right.inicio))
        .map(({ nodo }) => nodo),
    }))
  }
  await expect.poll(told).toEqual([{ entrada: [0], inOrder: ['n1', 'a', 't', 'n2'] }])
})

test('what a run waits does not count as what it works: it may wait for longer than it may work', async () => {
  const flujo = cadena([mapea('a', 'n1.texto'), interno('t', 'espera', { ms: 2_500 })], 'a.x')
  const { ask, urlEstado } = await startWaitingRun(flujo, { ejecucionDurableMs: 1_000 })
  await expect
    .poll(() => ask(urlEstado), { timeout: 10_000 })
    .toMatchObject({ estado: 'ok', salida: { r: 'hola' } })
})

test.each([
  [
    'whole where it is known how the motor is reached',
    'https://div.example/canales/',
    'https://div.example/canales',
  ],
  ['as a path alone where it is not', null, null],
])('the address of a signal is given %s', async (_what, urlBase, base) => {
  const { publish, call, ask, db } = await startDurableMotor()
  await db.updateTable('configuracion').set({ urlBase }).execute()
  await publish('direccion', SENAL, { modo: 'asincrono' })
  const { body } = await call('/direccion/cosas', json({}))
  const { urlEstado } = body as { urlEstado: string }
  await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'esperando' })
  const punto = db.selectFrom('puntosDeControl').select('contenido').where('nodo', '=', 'dir')
  const { contenido } = await punto.executeTakeFirstOrThrow()
  const { ruta, direccion } = (JSON.parse(contenido ?? '') as { valor: Record<string, string> }).valor
  expect(direccion).toBe(base === null ? null : `${base}${ruta}`)
})

test('an address wakes no approval', async () => {
  const aprobacion = interno('p', 'aprobacion', { titulo: 'Pago', rol: 'operador' })
  const { idEjecucion, send, motor, db } = await startWaitingRun(cadena([aprobacion], '1'))
  const token = motor.runtime.cola.esperas.tokenOf({ ejecucionId: idEjecucion, nodo: 'p', iteracion: '' })
  expect((await send(`/senales/${token}`, { aprobada: true })).status).toBe(404)
  expect(await db.selectFrom('esperas').select('nodo').execute()).toEqual([{ nodo: 'p' }])
})

test('what an approval shows is data that the database takes, wherever it is cut', async () => {
  const aprobacion = interno('p', 'aprobacion', { titulo: 'Pago', rol: 'operador' }, [
    { nombre: 'nota', expresion: 'n1.texto' },
  ])
  const { publish, call, ask, db } = await startDurableMotor()
  await publish('largo', cadena([aprobacion], '1'), { modo: 'asincrono' })
  // Of one of them the cut falls between the halves of a character.
  for (const before of ['', 'x']) {
    const { body } = await call('/largo/cosas', json({ texto: `${before}${'\u{1f600}'.repeat(3_000)}` }))
    const { urlEstado } = body as { urlEstado: string }
    await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'esperando' })
  }
  const shown = await db.selectFrom('esperas').select('datos').execute()
  expect(shown.filter(({ datos }) => JSON.stringify(datos).includes('\ufffd'))).toHaveLength(1)
})

test('whoever waits for an answer is told at once that the run waits for somebody', async () => {
  const { publish, call, motor } = await startDurableMotor()
  const procesoId = await publish('persona', SENAL, { tiempoMaximoMs: 60_000 })
  expect(await call('/persona/cosas', json({}))).toMatchObject({ status: 202 })
  const draft = { proceso: { id: procesoId, flujo: SENAL, modo: 'durable' as const }, entrada: {} }
  expect(await motor.runtime.runDurableDraft(draft)).toMatchObject({ estado: 'esperando', error: null })
})
