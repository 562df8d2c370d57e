import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { ECHO } from '../../motor/publishing/rest/rest-testing.ts'
import { startTestMotor, type TestMotor } from '../../motor/testing.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { registerSistema } from './routes.ts'

let motor: TestMotor
let canalId: string
let procesoId: string
let api: TestApi

beforeAll(async () => {
  motor = await startTestMotor()
  procesoId = await motor.publishProceso(ECHO)
  canalId = await motor.publishCanal({ ruta: 'eco' }, [{ procesoId, metodo: 'GET', ruta: '/saludos/{id}' }])
  const config = readConfig({ DIV_URL_BASE: 'https://div.example' })
  api = await startTestApi(registerSistema, async () => ({ db: motor.database.db, config }))
})
afterAll(async () => {
  await api.close()
  await motor.close()
})

test('the product says that it lives and what every canal publishes', async () => {
  expect((await api.call('GET', '/api/ping')).json()).toEqual({ ok: true, momento: expect.any(String) })
  expect((await api.call('GET', '/api/canal-procesos', { role: 'lectura' })).json()).toEqual([
    {
      canalId,
      canal: 'Canal eco',
      tipo: 'REST',
      rutaCanal: 'eco',
      activo: true,
      procesoId,
      proceso: expect.any(String),
      version: 'publicada',
      metodo: 'GET',
      ruta: '/saludos/{id}',
      operacion: null,
      etag: false,
    },
  ])
  const page = await api.call('GET', '/api/canal-procesos?limite=1&desde=1')
  expect({ rows: page.json(), total: page.headers['x-total-count'] }).toEqual({ rows: [], total: '1' })
  expect((await api.call('GET', '/api/canal-procesos?limite=1001')).json().errores).toEqual([
    { campo: 'limite', mensaje: 'El máximo es 1000.' },
  ])
})
