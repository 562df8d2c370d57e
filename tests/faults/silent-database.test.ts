import { LIMITS } from '@div/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestMotor, type TestMotor } from '../../apps/server/src/motor/testing.ts'
import { ask } from './calls.ts'
import { healthyFlujo } from './flujos.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

let proxy: TcpProxy
let motor: TestMotor

/** The motor's way to its own database; the test itself goes straight there. */
async function reach(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl)
  proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) })
  url.host = `${proxy.host}:${proxy.port}`
  return url.href
}

beforeEach(async () => {
  motor = await startTestMotor({ limits: { ...LIMITS, historialEsperaMs: 300 }, reach })
  const procesoId = await motor.publishProceso(healthyFlujo())
  await motor.publishCanal({ ruta: 'sano' }, [{ procesoId, metodo: 'GET', ruta: '/' }])
})
afterEach(async () => {
  await proxy.close()
  await motor.close()
})

test('a worker ends although its own database says nothing', async () => {
  expect(await ask(`${motor.url}/rest/sano/`)).toMatchObject({ status: 200 })
  await motor.runtime.history.flush()
  await proxy.fail({ kind: 'blackhole' })
  await motor.motor.close()
})
