import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LIMITS } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAjustes } from '../../ajustes/ajustes-repository.ts'
import { testLatido } from '../../motor/metrics/latido-testing.ts'
import { createNodosRepository } from '../../motor/metrics/nodos-repository.ts'
import { readOtelStart } from '../../motor/otel/otel-settings.ts'
import { ECHO, json, startRestMotor } from '../../motor/publishing/rest/rest-testing.ts'
import { createRed } from '../../red/red.ts'
import { createTrazabilidad } from './trazabilidad.ts'

const OTEL = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://recolector:4318', OTEL_TRACES_SAMPLER: 'always_on' }
let started: Awaited<ReturnType<typeof startRestMotor>>
let trazabilidad: ReturnType<typeof createTrazabilidad>

beforeAll(async () => {
  started = await startRestMotor()
  trazabilidad = build(OTEL)
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
})
const build = (env: Record<string, string>) =>
  createTrazabilidad({
    db: started.motor.database.db,
    limits: LIMITS,
    secretos: started.motor.secretos,
    createRed: (options) => createRed({ ...options, limits: LIMITS }),
    otel: readOtelStart(env, []),
  })
afterAll(async () => {
  collector.close()
  await started.close()
})

const received: IncomingMessage[] = []
const collector = createServer((request, response) => {
  received.push(request)
  request.resume().on('end', () => response.writeHead(request.headers['api-key'] === 'k' ? 200 : 401).end())
})
const exportacion = (changes: object = {}) => ({
  destino: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  servicio: 'div',
  porcentaje: 100,
  permitirRedPrivada: true,
  cabeceras: [{ nombre: 'api-key', valor: 'k' }],
  ...changes,
})

const change = async (changes: object) => {
  const { ajustes, revision } = await trazabilidad.read()
  return trazabilidad.change('ana', { ...ajustes, ...changes, revision })
}

test('it tells what is chosen, what stands for the rest, and what the history takes', async () => {
  const { ajustes, porDefecto, historial, exportacion } = await trazabilidad.read()
  expect(exportacion).toEqual({
    destino: 'http://recolector:4318',
    servicio: 'div',
    muestreo: 'always_on',
    origen: 'arranque',
    fallo: null,
  })
  expect(ajustes).toMatchObject({ nivel: 'todo', procesos: [], camposOcultos: [], muestraBytes: null })
  expect(porDefecto).toMatchObject({ muestraBytes: LIMITS.muestraBytes })
  expect(historial).toEqual({ bytes: expect.any(Number), dias: LIMITS.historialDias, desde: null })
})

test('a change holds for what is published already, without a restart', async () => {
  const { publish, call, motor } = started
  const { procesoId } = await publish('tienda', ECHO)
  const kept = async () => {
    await motor.runtime.history.flush()
    const rows = await motor.database.db.selectFrom('ejecuciones').select('entrada').execute()
    return rows.map(({ entrada }) => JSON.parse(entrada ?? 'null'))
  }
  expect((await call('/tienda/cosas', json({ id: 1 }))).status).toBe(200)
  expect(await kept()).toHaveLength(1)

  await change({ procesos: [{ procesoId, nivel: 'nada', porcentaje: 10 }] })
  await expect.poll(() => motor.runtime.trazas.of(procesoId).sinPasos).toBe(true)
  expect((await call('/tienda/cosas', json({ id: 2 }))).status).toBe(200)
  expect(await kept()).toHaveLength(1)

  await change({ procesos: [], camposOcultos: ['id'] })
  await expect.poll(() => motor.runtime.trazas.of(procesoId).sinPasos).toBe(false)
  expect((await call('/tienda/cosas', json({ id: 3 }))).status).toBe(200)
  expect(await kept()).toContainEqual(expect.objectContaining({ id: '•••' }))
})

test('runs go to a collector from the moment it is named, and its key is never shown', async () => {
  const { publish, call, motor } = started
  await publish('caja', ECHO)
  const named = await change({ exportacion: exportacion() })
  expect(named.exportacion).toMatchObject({ origen: 'ajustes', muestreo: 'parentbased_traceidratio 1' })
  expect(named.ajustes.exportacion?.cabeceras).toEqual([{ nombre: 'api-key', valor: { definido: true } }])
  const { exportacion: stored } = await readAjustes(motor.database.db)
  expect(stored?.cabeceras[0]?.valor).toMatch(/^v1\./)
  await expect
    .poll(
      async () => {
        await call('/caja/cosas', json({ id: 1 }))
        await motor.runtime.history.flush()
        return received.length
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBeGreaterThan(0)
  expect(received[0]).toMatchObject({ url: '/v1/traces', headers: { 'api-key': 'k' } })

  // What is shown goes back as it is; a key goes to no other host, nor by another way.
  expect((await change({ nivel: 'todo' })).ajustes.exportacion).toEqual(named.ajustes.exportacion)
  for (const destino of ['http://otro.example', exportacion().destino.replace('http:', 'https:')]) {
    const moved = { ...named.ajustes.exportacion, destino }
    await expect(change({ exportacion: moved })).rejects.toMatchObject({
      errores: [{ campo: 'exportacion.cabeceras[0].valor' }],
    })
  }
  await change({ exportacion: null })
})

test('whoever starts the product disabled has nothing exported, whatever an admin names', async () => {
  await change({ exportacion: exportacion() })
  const disabled = build({ ...OTEL, OTEL_SDK_DISABLED: 'true' })
  expect(await disabled.read()).toMatchObject({ exportacion: null, exportacionDesactivada: true })
  const elsewhere = build({ ...OTEL, OTEL_TRACES_EXPORTER: 'none' })
  expect(await elsewhere.read()).toMatchObject({
    exportacion: { origen: 'ajustes' },
    exportacionDesactivada: false,
  })
  await change({ exportacion: null })
})

test('of what the processes could not send the last is told', async () => {
  const { db } = started.motor.database
  const nodos = createNodosRepository(db)
  const beat = (host: string, momento: string | null) => {
    const falloDeExportacion = momento === null ? null : { momento, mensaje: `${host} contestó 401.` }
    const datos = testLatido({ host, falloDeExportacion })
    return nodos.beat({ id: randomUUID(), rol: 'motor', inicio: new Date(), datos })
  }
  await beat('uno', '2026-11-22T10:00:00.000Z')
  await beat('dos', '2026-11-22T11:00:00.000Z')
  await beat('tres', null)
  expect((await trazabilidad.read()).exportacion?.fallo).toEqual({
    momento: '2026-11-22T11:00:00.000Z',
    mensaje: 'dos contestó 401.',
    equipo: 'dos',
  })
})

test('a collector is tried as a form has it', async () => {
  expect(await trazabilidad.test(exportacion())).toEqual({ ok: true, error: null })
  const host = new URL(exportacion().destino).host
  const wrong = exportacion({ cabeceras: [{ nombre: 'api-key', valor: 'otra' }] })
  expect(await trazabilidad.test(wrong)).toEqual({ ok: false, error: `${host} contestó 401.` })
  expect(await trazabilidad.test(exportacion({ permitirRedPrivada: false }))).toMatchObject({ ok: false })
})

test.each<[string, object, string]>([
  ...['http://ana:clave@recolector.example', 'http://recolector.example/?key=abc'].map(
    (destino): [string, object, string] => [
      `an address as ${destino}`,
      { exportacion: { destino } },
      'exportacion.destino',
    ],
  ),
  [
    'a header twice',
    {
      exportacion: {
        destino: 'http://recolector.example',
        cabeceras: ['a', 'A'].map((nombre) => ({ nombre, valor: 'x' })),
      },
    },
    'exportacion.cabeceras[1].nombre',
  ],
  ['a pattern that is none', { patronesOcultos: ['(a'] }, 'patronesOcultos[0]'],
  ['a level that is none', { nivel: 'alguno' }, 'nivel'],
  [
    'two levels of one proceso',
    {
      procesos: [1, 2].map(() => ({
        procesoId: '00000000-0000-4000-8000-000000000001',
        nivel: 'nada',
        porcentaje: 1,
      })),
    },
    'procesos[1].procesoId',
  ],
])('%s is refused at its field', async (_what, changes, campo) => {
  await expect(change(changes)).rejects.toMatchObject({ codigo: 'DATOS_INVALIDOS', errores: [{ campo }] })
})
