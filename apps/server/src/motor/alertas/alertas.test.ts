import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startServidorDeCorreo } from '@div/servidores/testing'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { countFallos } from '../async-pool/tareas-fallos.ts'
import { sumHoras } from '../history/horas-repository.ts'
import { flujoOf, json, startRestMotor } from '../publishing/rest/rest-testing.ts'

const SECRETO = 'secreto-de-las-alertas-24'
/** Fails when it is told so. */
const FRAGIL = flujoOf(
  [{ nombre: 'divisor', tipo: 'entero', requerido: true }],
  [{ nombre: 'cociente', expresion: '10 / n1.divisor' }],
)

let started: Awaited<ReturnType<typeof startRestMotor>>
let procesoId: string
const used: unknown[] = []

beforeAll(async () => {
  started = await startRestMotor(
    { alertasSegundos: 0.2, alertaIntentos: 1 },
    { onSecretInUse: (use) => used.push(use) },
  )
  procesoId = (await started.publish('fragil', FRAGIL)).procesoId
})
afterAll(() => started.close())

const db = () => started.motor.database.db

async function createAlerta(
  condicion: object,
  { id = uuid(), ...changes }: { id?: string; [name: string]: unknown } = {},
): Promise<string> {
  await db()
    .insertInto('alertas')
    .values({
      id,
      nombre: `Alerta ${id}`,
      descripcion: '',
      activo: true,
      condicion: JSON.stringify(condicion),
      campana: true,
      correo: null,
      webhook: null,
      repetirMinutos: null,
      recuperaMinutos: 0,
      silenciadaHasta: null,
      actualizadoPor: null,
      ...changes,
    })
    .execute()
  onTestFinished(async () => {
    await db().deleteFrom('alertas').where('id', '=', id).execute()
  })
  return id
}

async function createTarea(nombre: string, activo = true): Promise<string> {
  const tareaId = uuid()
  await db()
    .insertInto('tareasProgramadas')
    .values({
      id: tareaId,
      nombre,
      descripcion: '',
      categoriaId: null,
      procesoId,
      cron: '0 0 1 1 *',
      zonaHoraria: 'UTC',
      entrada: '{}',
      activo,
      solapamiento: 'omitir',
      alPerder: 'omitir',
      fallosParaAlerta: 2,
      actualizadoPor: null,
    })
    .execute()
  return tareaId
}

const listIncidencias = (alertaId: string) =>
  db()
    .selectFrom('alertasIncidencias')
    .selectAll()
    .where('alertaId', '=', alertaId)
    .orderBy('desde')
    .execute()
const listEntregas = () => db().selectFrom('alertasEntregas').selectAll().orderBy('momento').execute()

/** Of what is tried again later, and whose rule is still there: how many there are, which now are due then. */
async function putOff(seconds: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update cola.job set start_after = now() + make_interval(secs => ${seconds}::float8)
    where name = 'alertas' and state = 'retry' and id in (select id from alertas_entregas)`.execute(db())
  return Number(numAffectedRows)
}
const hurry = () => putOff(0)
/** However long this machine takes for the rest. */
const delay = () => putOff(3_600)

async function fail(times: number): Promise<void> {
  const before = await errores()
  for (let time = 0; time < times; time++) await started.call('/fragil/cosas', json({ divisor: 0 }))
  await started.motor.runtime.history.flush()
  await expect.poll(errores, { timeout: 15_000 }).toBe(before + times)
}
async function errores(): Promise<number> {
  return (await sumHoras(db(), { desde: new Date(0), procesoId, canalId: null })).errores
}

/** Somebody who is told, and answers with this, or with what is said later. */
async function startListener(status: number) {
  const answers = { status }
  const told: { headers: IncomingHttpHeaders; cuerpo: string }[] = []
  const server = createServer(async (request, response) => {
    let cuerpo = ''
    for await (const chunk of request) cuerpo += chunk
    response.writeHead(answers.status).end()
    told.push({ headers: request.headers, cuerpo })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alertas`
  const webhook = { url, secreto: SECRETO, permitirRedPrivada: true }
  return { told, webhook, answers }
}

test('failed runs are told once, signed, to whom the rule names, and that they are over', async () => {
  const { told, webhook } = await startListener(204)
  const id = uuid()
  const sealed = { ...webhook, secreto: started.motor.secretos.seal(id, SECRETO) }
  await createAlerta(
    { tipo: 'fallos', procesoId, canalId: null, cantidad: 2, minutos: 1 },
    { id, nombre: 'Pedidos', descripcion: 'Llame a guardia.', webhook: JSON.stringify(sealed) },
  )
  // What was before it was first looked at is not counted.
  await expect.poll(() => db().selectFrom('alertasMuestras').selectAll().execute()).not.toEqual([])
  await fail(2)
  await expect.poll(() => told, { timeout: 15_000 }).toHaveLength(1)
  const [{ headers, cuerpo } = { headers: {}, cuerpo: '' }] = told
  expect(JSON.parse(cuerpo)).toMatchObject({
    tipo: 'alerta',
    alerta: { id, nombre: 'Pedidos', descripcion: 'Llame a guardia.' },
    mensaje: expect.stringMatching(
      /^Fallaron 2 de 2 ejecuciones de «.+» en el último minuto; se avisa desde 2\.$/,
    ),
  })
  const { 'webhook-id': message, 'webhook-timestamp': segundos } = headers
  const signature = createHmac('sha256', SECRETO).update(`${message}.${segundos}.${cuerpo}`).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${signature}`)

  // The window goes by.
  await sql`
    update alertas_muestras set momento = momento - interval '2 minutes', total = 1e9, errores = ${await errores()}
    where alerta_id = ${id}`.execute(db())
  await expect.poll(() => told, { timeout: 15_000 }).toHaveLength(2)
  expect(JSON.parse(told[1]?.cuerpo ?? '')).toMatchObject({
    tipo: 'recuperacion',
    incidencia: { hasta: expect.any(String) },
    mensaje: expect.stringMatching(/^Se recuperó tras .+ m?s\. Lo que se avisó: Fallaron 2 de 2/),
  })
  expect(await listIncidencias(id)).toMatchObject([{ hasta: expect.any(Date) }])
  expect(used).toEqual([{ recurso: 'alertas', id, nombre: 'Pedidos' }])
})

test('a new rule looks at all of its window, also at what ran before it was made', async () => {
  const { procesoId: antiguo } = await started.publish('antiguo', FRAGIL)
  await started.call('/antiguo/cosas', json({ divisor: 2 }))
  await started.call('/antiguo/cosas', json({ divisor: 0 }))
  await started.motor.runtime.history.flush()
  const sums = () => sumHoras(db(), { desde: new Date(0), procesoId: antiguo, canalId: null })
  await expect.poll(async () => (await sums()).total, { timeout: 15_000 }).toBe(2)
  const ambito = { procesoId: antiguo, canalId: null, minutos: 60 }
  const rules = await Promise.all([
    createAlerta({ tipo: 'fallos', cantidad: 1, ...ambito }),
    createAlerta({ tipo: 'fallos', cantidad: 1, ...ambito }),
    createAlerta({ tipo: 'fallos', cantidad: 2, ...ambito }),
  ])
  const mensajes = () =>
    Promise.all(rules.map(async (id) => (await listIncidencias(id)).map(({ mensaje }) => mensaje)))
  const found = [expect.stringMatching(/^Fallaron 1 de 2 ejecuciones/)]
  await expect.poll(mensajes, { timeout: 15_000 }).toEqual([found, found, []])
  // The next look counts nothing twice.
  await expect
    .poll(() => db().selectFrom('alertasTurno').selectAll().executeTakeFirst())
    .toMatchObject({ momento: expect.any(Date) })
  expect(await mensajes()).toEqual([found, found, []])

  // Of what the history does not keep nobody knows when it ran.
  await db().deleteFrom('ejecuciones').where('procesoId', '=', antiguo).where('estado', '=', 'ok').execute()
  const blind = await createAlerta({ tipo: 'fallos', cantidad: 1, ...ambito })
  const looked = () => db().selectFrom('alertasMuestras').selectAll().where('alertaId', '=', blind).execute()
  await expect.poll(looked, { timeout: 15_000 }).toHaveLength(1)
  expect(await listIncidencias(blind)).toEqual([])
})

test('a tarea that is not active fails no more', async () => {
  const tareaId = await createTarea('Apagada', false)
  const values = { tareaId, seguidos: 2, desde: new Date(), ejecucionId: uuid() }
  await db().insertInto('tareasFallos').values(values).execute()
  const id = await createAlerta({ tipo: 'tareaFallida', tareaId, fallos: null })
  const activate = (activo: boolean) =>
    db().updateTable('tareasProgramadas').set({ activo }).where('id', '=', tareaId).execute()
  await activate(true)
  await expect.poll(() => listIncidencias(id), { timeout: 15_000 }).toMatchObject([{ hasta: null }])
  await activate(false)
  await expect
    .poll(() => listIncidencias(id), { timeout: 15_000 })
    .toMatchObject([{ hasta: expect.any(Date) }])
  await db().deleteFrom('tareasProgramadas').where('id', '=', tareaId).execute()
})

test('however many look at once, one thing begins once; and what cannot be delivered is tried again and shown', async () => {
  const { told, webhook } = await startListener(500)
  const id = uuid()
  const sealed = { ...webhook, secreto: started.motor.secretos.seal(id, SECRETO) }
  const tareaId = await createTarea('Cierre')
  await createAlerta(
    { tipo: 'tareaFallida', tareaId: null, fallos: null },
    { id, webhook: JSON.stringify(sealed) },
  )
  const { alertas } = started.motor.runtime
  const values = { tareaId, seguidos: 2, desde: new Date(), ejecucionId: uuid() }
  await db().insertInto('tareasFallos').values(values).execute()
  await Promise.all(Array.from({ length: 8 }, () => alertas.evaluate()))
  await expect.poll(() => listIncidencias(id)).toHaveLength(1)
  expect(await listIncidencias(id)).toMatchObject([
    { sujeto: tareaId, mensaje: 'Fallaron las últimas 2 ejecuciones de la tarea «Cierre».' },
  ])
  // The rule that every installation begins with tells of it too, with the bell alone.
  await expect
    .poll(listEntregas, { timeout: 30_000 })
    .toMatchObject([{ via: 'webhook', tipo: 'alerta', estado: 'pendiente', intentos: 1 }])
  // Its time comes.
  await expect.poll(hurry, { timeout: 30_000 }).toBe(1)
  await expect
    .poll(listEntregas, { timeout: 30_000 })
    .toMatchObject([{ estado: 'fallida', intentos: 2, error: expect.stringContaining('contestó 500') }])
  expect(told).toHaveLength(2)
}, 60_000)

test('what is tried again is not told to who silences the rule meanwhile, but when the silence is over', async () => {
  const { told, webhook } = await startListener(500)
  const id = uuid()
  const sealed = { ...webhook, secreto: started.motor.secretos.seal(id, SECRETO) }
  const tareaId = await createTarea('Turno')
  await db()
    .insertInto('tareasFallos')
    .values({ tareaId, seguidos: 2, desde: new Date(), ejecucionId: uuid() })
    .execute()
  await createAlerta({ tipo: 'tareaFallida', tareaId, fallos: null }, { id, webhook: JSON.stringify(sealed) })
  const entregas = async () => {
    const own = new Set((await listIncidencias(id)).map((incidencia) => incidencia.id))
    return (await listEntregas()).filter(({ incidenciaId }) => own.has(incidenciaId))
  }
  await expect.poll(entregas, { timeout: 30_000 }).toMatchObject([{ estado: 'pendiente', intentos: 1 }])
  const silence = (silenciadaHasta: Date | null) =>
    db().updateTable('alertas').set({ silenciadaHasta }).where('id', '=', id).execute()
  await silence(new Date(Date.now() + 3_600_000))
  await expect.poll(hurry, { timeout: 30_000 }).toBe(1)
  await expect.poll(entregas, { timeout: 30_000 }).toMatchObject([{ estado: 'silenciada', intentos: 1 }])
  expect(told).toHaveLength(1)
  expect(await listIncidencias(id)).toMatchObject([{ avisada: null }])
  await silence(null)
  await expect.poll(() => told, { timeout: 30_000 }).toHaveLength(2)
  await db().deleteFrom('tareasFallos').where('tareaId', '=', tareaId).execute()
}, 60_000)

test('that it is over is told after its alarm, however late that is, and not at all where the alarm came to nothing', async () => {
  const { told, webhook, answers } = await startListener(500)
  const id = uuid()
  const sealed = { ...webhook, secreto: started.motor.secretos.seal(id, SECRETO) }
  const tareaId = await createTarea('Envío')
  await createAlerta({ tipo: 'tareaFallida', tareaId, fallos: null }, { id, webhook: JSON.stringify(sealed) })
  const entregas = async () => {
    const own = new Set((await listIncidencias(id)).map((incidencia) => incidencia.id))
    const rows = (await listEntregas()).filter(({ incidenciaId }) => own.has(incidenciaId))
    return rows.map(({ tipo, estado, intentos }) => [tipo, estado, intentos])
  }
  const begins = () =>
    db()
      .insertInto('tareasFallos')
      .values({ tareaId, seguidos: 2, desde: new Date(), ejecucionId: uuid() })
      .execute()
  const ends = () => db().deleteFrom('tareasFallos').where('tareaId', '=', tareaId).execute()
  const toldTypes = () => told.map(({ cuerpo }) => JSON.parse(cuerpo).tipo)

  await begins()
  await expect.poll(entregas, { timeout: 30_000 }).toEqual([['alerta', 'pendiente', 1]])
  await expect.poll(delay, { timeout: 30_000 }).toBe(1)
  await ends()
  const waiting = async () => {
    const { rows } = await sql`
      select from cola.job where name = 'alertas' and state = 'created' and start_after > now()`.execute(db())
    return rows.length
  }
  await expect.poll(waiting, { timeout: 30_000 }).toBe(1)
  expect(await entregas()).toEqual([
    ['alerta', 'pendiente', 1],
    ['recuperacion', 'pendiente', 0],
  ])
  answers.status = 204
  await expect.poll(hurry, { timeout: 30_000 }).toBe(1)
  await expect.poll(entregas, { timeout: 30_000 }).toEqual([
    ['alerta', 'entregada', 2],
    ['recuperacion', 'entregada', 1],
  ])
  expect(toldTypes()).toEqual(['alerta', 'alerta', 'recuperacion'])

  answers.status = 500
  await begins()
  await expect
    .poll(async () => (await entregas())[2], { timeout: 30_000 })
    .toEqual(['alerta', 'pendiente', 1])
  await expect.poll(delay, { timeout: 30_000 }).toBe(1)
  await ends()
  await expect.poll(hurry, { timeout: 30_000 }).toBe(1)
  await expect
    .poll(async () => (await entregas()).slice(2), { timeout: 30_000 })
    .toEqual([
      ['alerta', 'fallida', 2],
      ['recuperacion', 'fallida', 0],
    ])
  expect(toldTypes().slice(3)).toEqual(['alerta', 'alerta'])
}, 120_000)

test('that it is over is not told by a way that the rule has taken since it began', async () => {
  const { told, webhook } = await startListener(204)
  const id = uuid()
  const sealed = { ...webhook, secreto: started.motor.secretos.seal(id, SECRETO) }
  const tareaId = await createTarea('Reparto')
  await db()
    .insertInto('tareasFallos')
    .values({ tareaId, seguidos: 2, desde: new Date(), ejecucionId: uuid() })
    .execute()
  await createAlerta({ tipo: 'tareaFallida', tareaId, fallos: null }, { id })
  await expect.poll(() => listIncidencias(id), { timeout: 30_000 }).toMatchObject([{ hasta: null }])
  await db()
    .updateTable('alertas')
    .set({ webhook: JSON.stringify(sealed) })
    .where('id', '=', id)
    .execute()
  await db().deleteFrom('tareasFallos').where('tareaId', '=', tareaId).execute()
  const entregas = async () => {
    const own = new Set((await listIncidencias(id)).map((incidencia) => incidencia.id))
    return (await listEntregas()).filter(({ incidenciaId }) => own.has(incidenciaId))
  }
  await expect
    .poll(entregas, { timeout: 30_000 })
    .toMatchObject([{ tipo: 'recuperacion', estado: 'silenciada', intentos: 0 }])
  expect(told).toEqual([])
}, 60_000)

test('what was missed is read by its index, of however long a ledger', async () => {
  await db()
    .transaction()
    .execute(async (trx) => {
      // As if the ledger were long: a plan of few rows reads them all.
      await sql`set local enable_seqscan = off`.execute(trx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select from disparos where estado = 'perdido' and momento >= now() - interval '5 minutes'`.execute(
        trx,
      )
      expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('disparos_perdidos')
    })
})

test('a rule that cannot be looked at keeps no other from it, and says so until it can', async () => {
  const tipo = 'tareaFallida'
  const broken = await createAlerta({ tipo, tareaId: 'no es un id', fallos: null })
  const listFallos = () => db().selectFrom('alertasFallos').selectAll().execute()
  await expect
    .poll(listFallos, { timeout: 15_000 })
    .toMatchObject([{ alertaId: broken, mensaje: expect.any(String) }])
  const tareaId = await createTarea('Copia')
  const sound = await createAlerta({ tipo, tareaId, fallos: 1 })
  await db()
    .insertInto('tareasFallos')
    .values({ tareaId, seguidos: 1, desde: new Date(), ejecucionId: uuid() })
    .execute()
  await expect.poll(() => listIncidencias(sound), { timeout: 15_000 }).toHaveLength(1)
  const condicion = JSON.stringify({ tipo, tareaId, fallos: 9 })
  await db().updateTable('alertas').set({ condicion }).where('id', '=', broken).execute()
  await expect.poll(listFallos, { timeout: 15_000 }).toEqual([])
  await db().deleteFrom('tareasFallos').where('tareaId', '=', tareaId).execute()
})

test('two transactions that end runs of the same tareas wait for each other one way only', async () => {
  const [first = '', second = ''] = [uuid(), uuid()].toSorted()
  const fin = (tareaId: string, estado: 'ok' | 'error') => ({ id: uuid(), trabajo: { tareaId }, estado })
  await countFallos(db(), [fin(second, 'error')])
  let other: Promise<void> | undefined
  await db()
    .transaction()
    .execute(async (trx) => {
      await countFallos(trx, [fin(first, 'error')])
      other = db()
        .transaction()
        .execute((late) => countFallos(late, [fin(second, 'ok'), fin(first, 'error')]))
      await expect.poll(countBlocked, { timeout: 15_000 }).toBe(1)
      await countFallos(trx, [fin(second, 'ok')])
    })
  await other
  expect(
    await db()
      .selectFrom('tareasFallos')
      .select('seguidos')
      .where('tareaId', 'in', [first, second])
      .execute(),
  ).toEqual([{ seguidos: 2 }])
  await db().deleteFrom('tareasFallos').where('tareaId', '=', first).execute()
})

/** Statements on this database that wait for rows of another one. */
async function countBlocked(): Promise<number> {
  const { rows } = await sql<{ blocked: number }>`
    select count(*)::int as blocked from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%tareas_fallos%'`.execute(
    db(),
  )
  return rows[0]?.blocked ?? 0
}

test('a mail goes through a servidor of the product, and a test says why it does not', async () => {
  const correo = await startServidorDeCorreo()
  onTestFinished(() => correo.close())
  const servidorId = uuid()
  const config = {
    host: '127.0.0.1',
    puerto: correo.puerto,
    seguridad: 'ninguna',
    usuario: '',
    contrasena: '',
    remitente: 'Avisos <avisos@tienda.es>',
  }
  await db()
    .insertInto('servidores')
    .values({
      id: servidorId,
      nombre: 'Correo',
      tipoServidor: 'smtp',
      descripcion: '',
      categoriaId: null,
      activo: true,
      permitirRedPrivada: true,
      config: JSON.stringify(config),
      pool: '{}',
      resiliencia: '{}',
      actualizadoPor: null,
    })
    .execute()
  const id = await createAlerta(
    { tipo: 'cola', segundos: 60 },
    { nombre: 'Cola', correo: JSON.stringify({ servidorId, para: ['ana@tienda.es'] }) },
  )
  const regla = await db().selectFrom('alertas').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { alertas } = started.motor.runtime
  expect(await alertas.test(regla)).toEqual({ vias: [{ via: 'correo', ok: true, error: null }] })
  expect(correo.recibidos).toMatchObject([
    { para: ['ana@tienda.es'], texto: expect.stringContaining('Subject: [DIV] Prueba de la alerta: Cola') },
  ])
  correo.refuse.set('RCPT', '550 No existe')
  expect(await alertas.test(regla)).toMatchObject({
    vias: [{ ok: false, error: expect.stringContaining('no acepta el buzón') }],
  })
})
