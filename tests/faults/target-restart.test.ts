import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/postgres/embedded-postgres.ts'
import { countAnswers } from './calls.ts'
import { type FaultMotor, HEALTHY, startFaultMotor } from './fault-motor.ts'
import { postgresPeer } from './peers.ts'
import { startTcpProxy } from './tcp-proxy.ts'

const KNOWN = ['200', '502 SERVIDOR_NO_RESPONDE', '503 CIRCUITO_ABIERTO', '504 TIEMPO_AGOTADO']

let faults: FaultMotor
let dataDir: string
let port: number
let target: EmbeddedPostgres

beforeAll(async () => {
  faults = await startFaultMotor()
  dataDir = await mkdtemp(join(tmpdir(), 'div-objetivo-'))
  // As root the database runs as another account, which must be able to enter.
  await chmod(dataDir, 0o755)
  const place = await startTcpProxy({ host: '127.0.0.1', port: 1 })
  await place.close()
  port = place.port
  target = await start()
})
afterAll(async () => {
  await faults?.close()
  await target?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const start = () => startEmbeddedPostgres({ dataDir, port, unsafe: true })

test('the PostgreSQL of a servidor that is restarted under load is used again by itself', async () => {
  const peer = postgresPeer(target.url)
  const servidor = peer.servidorAt(peer.address)
  const servidorId = await faults.addServidor({
    ...servidor,
    resiliencia: { tiempoMaximoMs: 2_000, cortacircuitos: { umbral: 5, reaperturaMs: 200 } },
  })
  const { tipoServidor } = servidor
  const { tipoObjeto, objeto } = peer
  await faults.publishCall('reiniciado', { servidorId, tipoServidor, tipoObjeto, objeto })
  expect(await faults.call('reiniciado')).toMatchObject({ status: 200 })

  const bystanders = faults.watch(HEALTHY)
  let isOver = false
  const told: Awaited<ReturnType<FaultMotor['callAll']>> = []
  const load = Array.from({ length: 12 }, async () => {
    while (!isOver) {
      told.push(await faults.call('reiniciado'))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })
  await target.stop()
  await new Promise((resolve) => setTimeout(resolve, 300))
  target = await start()
  await expect.poll(async () => (await faults.call('reiniciado')).status, { timeout: 5_000 }).toBe(200)
  isOver = true
  await Promise.all(load)
  await bystanders.stop()

  expect(Object.keys(countAnswers(told)).filter((answer) => !KNOWN.includes(answer))).toEqual([])
  expect(bystanders.seen.refused).toBe(0)
  expect(countAnswers(await faults.callAll('reiniciado', 12))).toEqual({ 200: 12 })
  await faults.expectWhole()
})
