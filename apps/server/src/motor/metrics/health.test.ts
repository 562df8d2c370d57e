import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import type { MotorRegister } from '../motor.ts'
import { startTestMotor, type TestMotor } from '../testing.ts'
import { gaugeEspera } from './espera-gauge.ts'
import { registerHealth } from './register-health.ts'

type Parts = Parameters<MotorRegister>[1]
let motor: TestMotor
let parts: Parts

beforeAll(async () => {
  motor = await startTestMotor({
    registers: () => [
      (_app, given) => {
        parts = given
      },
    ],
  })
})
afterAll(() => motor.close())

async function ask(url: string, changes: Partial<Parts> = {}) {
  const app = Fastify()
  await registerHealth(app, { ...parts, ...changes })
  const answer = await app.inject(url)
  await app.close()
  return answer
}

test('a worker that can serve is alive and ready', async () => {
  expect((await ask('/health/live')).json()).toEqual({ ok: true })
  const ready = await ask('/health/ready')
  expect(ready.statusCode).toBe(200)
  expect(ready.json()).toEqual({ ok: true, baseDeDatos: true, cerrando: false })
})

test('without its database it is alive, not ready', async () => {
  const db = openDatabase('postgresql://nadie@127.0.0.1:1/nada')
  const runtime = { ...parts.runtime, db }
  expect((await ask('/health/live', { runtime })).statusCode).toBe(200)
  const ready = await ask('/health/ready', { runtime })
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toEqual({ ok: false, baseDeDatos: false, cerrando: false })
  await db.destroy()
})

test('while it stops it is not ready', async () => {
  const ready = await ask('/health/ready', { draining: () => true })
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toEqual({ ok: false, baseDeDatos: true, cerrando: true })
})

test('its figures are in the format of Prometheus', async () => {
  const observe = parts.meter.forRoute({ canal: 'tienda', proceso: 'Precio' })
  observe({ endMs: Date.now(), durationMs: 40, failed: false })
  observe({ endMs: Date.now(), durationMs: 2, failed: true })
  gaugeEspera(parts.meter.registry, parts.runtime.db)
  const { headers, body } = await ask('/metrics')
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(body).toContain('div_ejecuciones_total{canal="tienda",proceso="Precio",estado="ok"} 1\n')
  expect(body).toContain('div_ejecuciones_total{canal="tienda",proceso="Precio",estado="error"} 1\n')
  expect(body).toContain(
    'div_ejecucion_duracion_segundos_bucket{le="0.05",canal="tienda",proceso="Precio"} 2\n',
  )
  expect(body).toContain('div_cola_espera_segundos 0\n')
  expect(body).toMatch(/^process_resident_memory_bytes \d+/m)
})
