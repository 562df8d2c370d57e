import { monotonicNow } from '@div/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import type { Trabajo } from '../../motor/async-pool/trabajo.ts'
import { encodePunto } from '../../motor/durables/encode-punto.ts'
import { storeEsperas } from '../../motor/durables/esperas-repository.ts'
import { storeAnswers } from '../../motor/durables/puntos-repository.ts'
import { beginDurable } from '../../motor/durables/take-over.ts'
import { flujoOf } from '../../motor/publishing/rest/rest-testing.ts'
import type { Runtime } from '../../motor/runtime.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { startTestRuntime } from '../testing-runtime.ts'
import { registerEjecuciones } from './routes.ts'

let api: TestApi
let runtime: Runtime

beforeAll(async () => {
  api = await startTestApi(registerEjecuciones, async ({ db, databaseUrl, secretos }) => {
    runtime = await startTestRuntime({ db, databaseUrl, secretos }, 'aqui/1')
    return { runtime, config: readConfig({}) }
  })
})
afterAll(async () => {
  await runtime.close()
  await api.close()
})

test('of a run that sleeps is shown what it has done, without its data, and what it waits for', async () => {
  const { db } = api.deps
  const id = uuid()
  const trabajo: Trabajo = {
    procesoId: uuid(),
    version: 3,
    canalId: null,
    tareaId: null,
    origen: 'canal',
    entrada: {},
    formato: 'json',
    tiempoMaximoMs: 1_000,
  }
  await beginDurable(db, { id, trabajo })
  const paso = {
    nodo: 'cobra',
    estado: 'ok' as const,
    inicio: monotonicNow() + 1_000,
    duracionMs: 7,
    intentos: 2,
    entrada: { tarjeta: '4111' },
    salida: { recibo: '9' },
  }
  const punto = {
    nodo: 'cobra',
    iteracion: null,
    region: null,
    salida: '',
    valor: { recibo: '9' },
    fallo: null,
    paso,
    compensable: null,
  }
  const guardado = encodePunto(punto, { maximo: 10_000, sello: null })
  await storeAnswers(db, [{ ejecucionId: id, ...guardado }], { enFila: 10_000 })
  const vence = new Date(Date.now() + 60_000)
  const pedida = {
    clase: 'aprobacion',
    titulo: 'Enviar',
    descripcion: '',
    rol: 'operador',
    datos: {},
    vence,
  } as const
  await storeEsperas(db, [{ ejecucionId: id, nodo: 'pide', iteracion: null, region: null, pedida }])
  await db.updateTable('ejecucionesDurables').set({ dormida: true }).where('id', '=', id).execute()
  const shown = (await api.call('GET', `/api/ejecuciones/${id}`)).json()
  expect(shown).toMatchObject({ id, estado: 'esperando', duracionMs: null })
  expect(shown.pasos).toEqual([
    { nodo: 'cobra', estado: 'ok', inicio: expect.any(Number), duracionMs: 7, intentos: 2 },
  ])
  expect(shown.esperas).toEqual([
    {
      nodo: 'pide',
      clase: 'aprobacion',
      desde: expect.any(String),
      vence: vence.toISOString(),
      titulo: 'Enviar',
      rol: 'operador',
    },
  ])
})

test('a run of a draft that sleeps shows the business key that the draft declares, and what it was given', async () => {
  const { db } = api.deps
  const id = uuid()
  const flujo = flujoOf(
    [{ nombre: 'pedido', tipo: 'texto', claveDeNegocio: true }],
    [{ nombre: 'r', valor: 1 }],
  )
  const trabajo: Trabajo = {
    procesoId: uuid(),
    version: null,
    canalId: null,
    tareaId: null,
    origen: 'reintento',
    entrada: { pedido: 'PED-7', password: 'abc' },
    formato: 'json',
    tiempoMaximoMs: 1_000,
    flujo,
    continua: true,
  }
  await beginDurable(db, { id, trabajo })
  await db.updateTable('ejecucionesDurables').set({ dormida: true }).where('id', '=', id).execute()
  expect((await api.call('GET', `/api/ejecuciones/${id}`)).json()).toMatchObject({
    estado: 'esperando',
    claveNegocio: 'PED-7',
    entrada: { pedido: 'PED-7', password: '•••' },
  })
  const [listed] = (await api.call('GET', '/api/ejecuciones?estado=esperando')).json()
  expect(listed).toMatchObject({ id, claveNegocio: 'PED-7' })
})
