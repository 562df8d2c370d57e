import { randomUUID } from 'node:crypto'
import { LIMITS } from '@div/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { AVISOS, createBoss, EJECUCIONES, PERDIDAS } from '../../../motor/async-pool/boss.ts'
import { runAccepted } from '../../../motor/async-pool/run-accepted.ts'
import type { Trabajo } from '../../../motor/async-pool/trabajo.ts'
import { NO_SECRETS } from '../../../motor/history/secret-scope.ts'
import { createRunMeter } from '../../../motor/metrics/run-meter.ts'
import { flujoOf } from '../../../motor/publishing/rest/rest-testing.ts'
import type { Runtime } from '../../../motor/runtime.ts'
import { registerProcesos } from '../../procesos/routes.ts'
import { startTestApi, type TestApi } from '../../testing.ts'
import { startTestRuntime } from '../../testing-runtime.ts'
import { registerEjecuciones } from '../routes.ts'
import { registerAvisosFallidos } from './avisos-fallidos-routes.ts'
import { registerEjecucionesPerdidas } from './routes.ts'

const log = pino({ level: 'silent' })
const FLUJO = flujoOf(
  [{ nombre: 'cuantos', tipo: 'entero', requerido: true }],
  [{ nombre: 'doble', expresion: 'n1.cuantos * 2' }],
)

let api: TestApi
let runtime: Runtime
/** Takes runs as a worker does, and loses them. */
let worker: ReturnType<typeof createBoss>
let procesoId: string

beforeAll(async () => {
  api = await startTestApi(
    (app, deps) => {
      for (const register of [
        registerEjecuciones,
        registerEjecucionesPerdidas,
        registerAvisosFallidos,
        registerProcesos,
      ])
        register(app, deps)
    },
    async ({ db, databaseUrl, secretos }) => {
      runtime = await startTestRuntime({ db, databaseUrl, secretos })
      worker = createBoss(databaseUrl, log)
      await worker.boss.start()
      return { runtime, config: readConfig({}) }
    },
  )
  procesoId = (await api.call('POST', '/api/procesos', { body: { nombre: 'Doble', flujo: FLUJO } })).json().id
  await api.call('POST', `/api/procesos/${procesoId}/publicar`, { body: {} })
})
afterAll(async () => {
  await worker.close()
  await runtime.close()
  await api.close()
})

const TRABAJO = {
  version: null,
  canalId: null,
  tareaId: null,
  origen: 'canal',
  formato: 'json',
  tiempoMaximoMs: 1_000,
} as const

/** Accepts a run whose workers die, one after the other. */
async function lose(entrada: Record<string, unknown>, changes: Partial<Trabajo> = {}): Promise<string> {
  const idEjecucion = randomUUID()
  await runtime.cola.accept({
    idEjecucion,
    trabajo: { ...TRABAJO, procesoId, entrada, ...changes },
  })
  for (let attempt = 0; attempt <= LIMITS.intentosPerdidos; attempt++) {
    const jobs = await worker.boss.fetch(EJECUCIONES)
    expect(jobs.map(({ id }) => id)).toEqual([idEjecucion])
    await worker.boss.fail(EJECUCIONES, idEjecucion)
  }
  return idEjecucion
}

const list = async () => (await api.call('GET', '/api/ejecuciones-perdidas', { role: 'lectura' })).json()

/** Nothing is shown of fields of this name, nor of what looks like this. */
async function hideSome(): Promise<void> {
  await api.deps.db
    .updateTable('configuracion')
    .set({ trazas: JSON.stringify({ camposOcultos: ['dni'], patronesOcultos: ['\\d{4}-\\d{4}'] }) })
    .execute()
  await sql`select pg_notify('div_configuracion', '')`.execute(api.deps.db)
  const masked = () => runtime.history.mask({ dni: '1' }, NO_SECRETS)
  await expect.poll(masked).toEqual({ dni: '•••' })
}

test('a run whose workers kept dying is listed with its cause and what it was called with', async () => {
  const id = await lose({ cuantos: 4 })
  expect(await list()).toMatchObject([
    { id, proceso: 'Doble', canal: null, causa: expect.stringContaining('3 veces seguidas') },
  ])
  expect((await api.call('GET', '/api/ejecuciones-perdidas?q=dóble')).json()).toMatchObject([{ id }])
  expect((await api.call('GET', '/api/ejecuciones-perdidas?q=nada')).json()).toEqual([])
  const shown = await api.call('GET', `/api/ejecuciones-perdidas/${id}`)
  expect(shown.json()).toMatchObject({ id, entrada: { cuantos: 4 } })

  const dropped = await api.call('POST', '/api/ejecuciones-perdidas/descartar', { body: { ids: [id] } })
  expect(dropped.json()).toEqual({ descartadas: [id] })
  expect(await list()).toEqual([])
  expect((await api.call('GET', `/api/ejecuciones-perdidas/${id}`)).statusCode).toBe(404)
})

test.each([
  ['with what was said of its last attempt', { value: { message: 'job heartbeat timeout' } }],
  ['with nothing said of it', null],
])('whoever asks for it is told the same cause once it is dropped, %s', async (_, output) => {
  const id = await lose({ cuantos: 1 })
  await sql`update cola.job set output = ${JSON.stringify(output)}::jsonb where id = ${id}`.execute(
    api.deps.db,
  )
  await sql`update cola.job set source_output = ${JSON.stringify(output)}::jsonb where source_id = ${id}`.execute(
    api.deps.db,
  )
  const [{ causa }] = await list()
  const told = async () => {
    const found = await runtime.cola.find(id)
    const cuerpo = found && 'respuesta' in found ? found.respuesta?.cuerpo : undefined
    return JSON.parse(String(cuerpo)).detail
  }
  expect(await told()).toBe(causa)
  await api.call('POST', '/api/ejecuciones-perdidas/descartar', { body: { ids: [id] } })
  expect(await told()).toBe(causa)
})

test('who may read it is shown of its input what the history shows, and what was hidden is begun again with', async () => {
  await hideSome()
  const entrada = {
    cuantos: 1,
    dni: '123',
    nota: 'es 4111-1111',
    acceso: { password: 'abc', usuario: 'ana' },
    largo: 'x'.repeat(10_000),
  }
  const id = await lose(entrada)
  const { entrada: shown } = (
    await api.call('GET', `/api/ejecuciones-perdidas/${id}`, { role: 'lectura' })
  ).json()
  expect(shown).toEqual({
    ...entrada,
    dni: '•••',
    nota: 'es •••',
    acceso: { password: '•••', usuario: 'ana' },
  })
  const begun = await api.call('POST', `/api/ejecuciones-perdidas/${id}/reintentar`, {
    body: { entrada: { ...shown, acceso: { ...shown.acceso, usuario: 'eva' } } },
  })
  const [{ idEjecucion }] = begun.json().reintentadas
  expect(await runtime.cola.find(idEjecucion)).toMatchObject({
    trabajo: { entrada: { ...entrada, acceso: { password: 'abc', usuario: 'eva' } } },
  })
  await runtime.cola.cancelWaiting(idEjecucion)
})

test('lost runs of one proceso are told apart by their business keys', async () => {
  const flujo = flujoOf(
    [{ nombre: 'pedido', tipo: 'texto', claveDeNegocio: true }],
    [{ nombre: 'r', valor: 1 }],
  )
  const body = { nombre: 'Despachar', flujo }
  const { id: despachar } = (await api.call('POST', '/api/procesos', { body })).json()
  await api.call('POST', `/api/procesos/${despachar}/publicar`, { body: {} })
  const id = await lose({ pedido: 'PED-9' }, { procesoId: despachar })
  expect(await list()).toContainEqual(expect.objectContaining({ id, claveNegocio: 'PED-9' }))
  await api.call('POST', '/api/ejecuciones-perdidas/descartar', { body: { ids: [id] } })
})

test('what waits is found by its business key, and shows it and what it was given, only where the history will show that', async () => {
  const publishWith = async (clave: string) => {
    const flujo = flujoOf(
      [{ nombre: clave, tipo: 'texto', claveDeNegocio: true }],
      [{ nombre: 'r', valor: 1 }],
    )
    const { id } = (await api.call('POST', '/api/procesos', { body: { nombre: clave, flujo } })).json()
    await api.call('POST', `/api/procesos/${id}/publicar`, { body: {} })
    return String(id)
  }
  const accept = async (procesoId: string, entrada: Record<string, unknown>) => {
    const idEjecucion = randomUUID()
    await runtime.cola.accept({ idEjecucion, trabajo: { ...TRABAJO, procesoId, entrada } })
    return idEjecucion
  }
  const found = async (q: string) => {
    const runs = (await api.call('GET', `/api/ejecuciones?estado=en_cola&${q}`)).json()
    return runs.map(({ id }: { id: string }) => id)
  }
  await hideSome()
  const pedidos = await publishWith('pedido')
  const shown = await accept(pedidos, { pedido: 'PED-7' })
  const masked = await accept(pedidos, { pedido: '4111-1111' })
  // It ends after what a list shows.
  const cut = await accept(pedidos, { pedido: `${'x'.repeat(195)} 4111-1111` })
  const hidden = await accept(await publishWith('dni'), { dni: '123' })
  for (const name of ['q', 'clave']) {
    expect(await found(`${name}=PED-7`)).toEqual([shown])
    expect(await found(`${name}=4111-1111`)).toEqual([])
    expect(await found(`${name}=123`)).toEqual([])
  }
  const waiting = (await api.call('GET', '/api/ejecuciones?estado=en_cola')).json()
  for (const { id, claveNegocio, entrada } of [
    { id: shown, claveNegocio: 'PED-7', entrada: { pedido: 'PED-7' } },
    { id: masked, claveNegocio: null, entrada: { pedido: '•••' } },
    { id: cut, claveNegocio: null, entrada: { pedido: expect.stringMatching(/ •••$/) } },
    { id: hidden, claveNegocio: null, entrada: { dni: '•••' } },
  ]) {
    expect(waiting).toContainEqual(expect.objectContaining({ id, claveNegocio }))
    expect((await api.call('GET', `/api/ejecuciones/${id}`)).json()).toMatchObject({
      id,
      claveNegocio,
      entrada,
    })
  }
  for (const id of [shown, masked, cut, hidden]) await runtime.cola.cancelWaiting(id)
})

test('it is told once in the history, by whichever worker sees it first', async () => {
  const id = await lose({ cuantos: 1 })
  const meter = createRunMeter({
    activas: () => 0,
    historial: () => ({ pendientes: 0, descartadas: 0, sinDatos: 0 }),
    pools: () => [],
  })
  const accepted = runAccepted({ runtime, meter, isDraining: () => false, log })
  await expect
    .poll(async () => (await api.call('GET', `/api/ejecuciones/${id}`)).json())
    .toMatchObject({ id, estado: 'error', error: { codigo: 'EJECUCION_PERDIDA' }, entrada: { cuantos: 1 } })
  await accepted.stop(1_000)
  expect(await list()).toMatchObject([{ id }])
  await api.call('POST', '/api/ejecuciones-perdidas/descartar', { body: { ids: [id] } })
})

test('whoever drops it or begins it again before it was told tells of it first', async () => {
  const told = async () => {
    const { rows } = await sql<{ id: string }>`
      select data ->> 'idEjecucion' as id from cola.job where name = ${AVISOS}`.execute(api.deps.db)
    return rows.map(({ id }) => id)
  }
  const avisada = { canalId: randomUUID(), avisa: true } as const
  const dropped = await lose({ cuantos: 1 }, avisada)
  await api.call('POST', '/api/ejecuciones-perdidas/descartar', { body: { ids: [dropped] } })
  const again = await lose({ cuantos: 2 }, avisada)
  const begun = await api.call('POST', '/api/ejecuciones-perdidas/reintentar', { body: { ids: [again] } })
  await runtime.cola.cancelWaiting(begun.json().reintentadas[0].idEjecucion)
  for (const id of [dropped, again]) {
    expect((await api.call('GET', `/api/ejecuciones/${id}`)).json()).toMatchObject({
      estado: 'error',
      error: { codigo: 'EJECUCION_PERDIDA' },
    })
  }
  expect(await told()).toEqual(expect.arrayContaining([dropped, again]))
  await sql`delete from cola.job where name = ${AVISOS}`.execute(api.deps.db)
})

test('what could not be told is told at the next look', async () => {
  const id = await lose({ cuantos: 1 }, { canalId: randomUUID(), avisa: true })
  const { db } = api.deps
  const told = sql`select data ->> 'idEjecucion' as id from cola.job where name = ${AVISOS}`
  await sql`alter table cola.job_common add constraint sin_avisos check (name <> 'avisos') not valid`.execute(
    db,
  )
  for (let look = 0; look < 5; look++)
    await expect(runtime.cola.perdidas.record()).rejects.toThrow('sin_avisos')
  await sql`alter table cola.job_common drop constraint sin_avisos`.execute(db)
  await runtime.cola.perdidas.record()
  expect((await told.execute(db)).rows).toEqual([{ id }])
  await runtime.cola.perdidas.record()
  expect((await told.execute(db)).rows).toHaveLength(1)
  await sql`delete from cola.job where name = ${AVISOS}`.execute(db)
  await api.call('POST', '/api/ejecuciones-perdidas/descartar', { body: { ids: [id] } })
})

test('what was written down before the rest was undone is not written down again', async () => {
  const id = await lose({ cuantos: 1 })
  const { db } = api.deps
  const counted = async () => {
    const hours = await db
      .selectFrom('ejecucionesHoras')
      .select('total')
      .where('procesoId', '=', procesoId)
      .execute()
    return hours.reduce((sum, { total }) => sum + Number(total), 0)
  }
  const before = await counted()
  await sql`alter table cola.job_common add constraint sin_fin
    check (name <> ${sql.lit(PERDIDAS)} or state <> 'completed') not valid`.execute(db)
  await expect(runtime.cola.perdidas.record()).rejects.toThrow('sin_fin')
  await sql`alter table cola.job_common drop constraint sin_fin`.execute(db)
  await runtime.cola.perdidas.record()
  const [perdida] = await list()
  expect(await db.selectFrom('ejecuciones').select(['id', 'inicio']).where('id', '=', id).execute()).toEqual([
    { id, inicio: new Date(perdida.perdida) },
  ])
  expect(await counted()).toBe(before + 1)
  await api.call('POST', '/api/ejecuciones-perdidas/descartar', { body: { ids: [id] } })
})

test('its cause says how often it was tried, and why the last one ended', async () => {
  const id = await lose({ cuantos: 1 })
  const say = (razon: string | null, vuelta: number) =>
    sql`update cola.job set source_retry_count = ${vuelta},
      source_output = ${razon === null ? null : JSON.stringify({ value: { message: razon } })}::jsonb
      where source_id = ${id}`.execute(api.deps.db)
  const causa = async () => (await list())[0].causa
  await say('job heartbeat timeout', 0)
  expect(await causa()).toBe(
    'La ejecución se abandonó: los workers que la tenían se detuvieron 1 vez sin terminarla. El último dejó de dar señales.',
  )
  await say('job timed out', 4)
  expect(await causa()).toBe(
    'La ejecución se abandonó: los workers que la tenían se detuvieron 5 veces seguidas sin terminarla. El último no terminó en su tiempo.',
  )
  expect(await runtime.cola.find(id)).toMatchObject({ estado: 'error' })
  await api.call('POST', '/api/ejecuciones-perdidas/descartar', { body: { ids: [id] } })
})

test('it is begun again as a new run, with an input that was mended', async () => {
  const id = await lose({ cuantos: 0 })
  const refused = await api.call('POST', `/api/ejecuciones-perdidas/${id}/reintentar`, {
    body: { entrada: { cuantos: 'muchos' } },
  })
  expect(refused.json()).toMatchObject({ codigo: 'ENTRADA_INVALIDA', errores: [{ campo: 'cuantos' }] })
  expect(await list()).toMatchObject([{ id }])

  const begun = await api.call('POST', `/api/ejecuciones-perdidas/${id}/reintentar`, {
    body: { entrada: { cuantos: 21 } },
    role: 'operador',
  })
  expect(begun.statusCode).toBe(202)
  const [{ idEjecucion }] = begun.json().reintentadas
  expect(await runtime.cola.find(idEjecucion)).toMatchObject({
    estado: 'en_cola',
    trabajo: { procesoId, entrada: { cuantos: 21 } },
  })
  expect(await list()).toEqual([])
  await runtime.cola.cancelWaiting(idEjecucion)
})

test('many are begun again at once; who may only read may not', async () => {
  const ids = [await lose({ cuantos: 1 }), await lose({ cuantos: 2 })]
  const path = '/api/ejecuciones-perdidas/reintentar'
  expect((await api.call('POST', path, { body: { ids }, role: 'lectura' })).statusCode).toBe(403)
  const { reintentadas } = (await api.call('POST', path, { body: { ids: [...ids, randomUUID()] } })).json()
  expect(reintentadas.map(({ perdida }: { perdida: string }) => perdida).sort()).toEqual(ids.toSorted())
  expect((await api.call('POST', path, { body: { ids } })).json()).toEqual({ reintentadas: [] })
})

describe('an end of a run that was told in vain', () => {
  const aviso = { idEjecucion: randomUUID(), canalId: randomUUID() }
  const path = '/api/avisos-fallidos'
  const listAvisos = async () => (await api.call('GET', path, { role: 'lectura' })).json()

  /** As a worker that was told so leaves it; undefined: the worker dies. */
  async function tellInVain(mensaje?: string): Promise<string> {
    const id = await worker.boss.send(AVISOS, aviso, { retryLimit: 0 })
    const jobs = await worker.boss.fetch(AVISOS)
    expect(jobs).toMatchObject([{ id, data: aviso }])
    await worker.boss.fail(AVISOS, String(id), mensaje === undefined ? {} : { mensaje })
    return String(id)
  }

  test('is listed with its cause, and is told anew on request', async () => {
    const id = await tellInVain('ejemplo.es contestó 503.')
    const { idEjecucion, canalId } = aviso
    expect(await listAvisos()).toMatchObject([
      { id, idEjecucion, canalId, canal: null, causa: 'ejemplo.es contestó 503.' },
    ])
    expect((await api.call('GET', `${path}?canalId=${canalId}`)).json()).toMatchObject([{ id }])
    expect((await api.call('GET', `${path}?q=nada`)).json()).toEqual([])

    const refused = await api.call('POST', `${path}/reintentar`, { body: { ids: [id] }, role: 'lectura' })
    expect(refused.statusCode).toBe(403)
    const begun = await api.call('POST', `${path}/reintentar`, { body: { ids: [id, randomUUID()] } })
    expect([begun.statusCode, begun.json()]).toEqual([202, { reintentados: [id] }])
    expect(await listAvisos()).toEqual([])
    const waiting = await runtime.cola.avisos.fetch(1)
    expect(waiting).toMatchObject([{ data: aviso, retryLimit: LIMITS.avisoIntentos }])
    await runtime.cola.avisos.settle(waiting.map((job) => ({ job, outcome: null })))
  })

  test('is dropped on request, and who did it stays known', async () => {
    const id = await tellInVain()
    expect(await listAvisos()).toMatchObject([{ id, causa: expect.stringContaining('se detuvo') }])
    const dropped = await api.call('POST', `${path}/descartar`, { body: { ids: [id] }, role: 'operador' })
    expect(dropped.json()).toEqual({ descartados: [id] })
    expect(await listAvisos()).toEqual([])
    const audited = api.deps.db
      .selectFrom('auditoria')
      .select(['accion', 'detalle'])
      .where('recurso', '=', 'avisos-fallidos')
      .where('recursoId', '=', id)
    expect(await audited.execute()).toEqual([{ accion: 'descartar', detalle: aviso }])
  })
})
