import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestMotor, type TestMotor } from '../../testing.ts'
import { ECHO } from './rest-testing.ts'

let motor: TestMotor
let url: string

beforeEach(async () => {
  // Whoever is refused would be held for longer than the test lasts, as by a worker that has much to do.
  const limits = { ejecucionesPorWorker: 0, rechazoMs: 600_000, ocupacionWorker: 0 }
  motor = await startTestMotor({ limits })
  const procesoId = await motor.publishProceso(ECHO)
  await motor.publishCanal({ ruta: 'lleno' }, [{ procesoId, metodo: 'GET', ruta: '/{id}' }])
  url = `${motor.url}/rest/lleno/1`
})
afterEach(() => motor?.close())

async function ask() {
  const { status, headers } = await fetch(url)
  return { status, retryAfter: headers.get('retry-after'), connection: headers.get('connection') }
}

test('those whose refusal is held are told when the worker stops', async () => {
  const arrived = new Promise((resolve) => motor.motor.app.server.once('request', resolve))
  const held = ask()
  await arrived
  await motor.motor.close()
  expect(await held).toEqual({ status: 503, retryAfter: '1', connection: 'close' })
})
