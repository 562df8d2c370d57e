import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { ask, BACK_MS, TOLD_LATE } from './calls.ts'
import { type FaultMotor, HEALTHY, startFaultMotor } from './fault-motor.ts'
import { callFlujo, healthyFlujo } from './flujos.ts'
import { postgresPeer } from './peers.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** Held by a test while runs are to go on. */
const LOCK = 20_262
const PATIENCE_MS = 20_000

let proxy: TcpProxy
let databaseUrl: string
let faults: FaultMotor

/** Its own database says nothing while `check` goes on; whoever needs nothing of it is answered all the while. */
async function duringSilence(check: () => Promise<void>) {
  const bystanders = faults.watch(HEALTHY)
  try {
    await proxy.fail({ kind: 'blackhole' })
    await check()
    await bystanders.expectAnswered()
    await proxy.fail(null)
  } finally {
    await bystanders.stop()
  }
  bystanders.expectUnharmed()
}

/** The motor's way to its own database; the test itself goes straight there. */
async function reach(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  proxy = await startTcpProxy({ host: hostname, port: Number(port) })
  databaseUrl = url.replace(`${hostname}:${port}`, `${proxy.host}:${proxy.port}`)
  return databaseUrl
}

beforeEach(async () => {
  faults = await startFaultMotor({ historialEsperaMs: 300 }, { reach })
})
afterEach(async () => {
  await proxy.fail(null)
  await faults.close()
  await proxy.close()
})

test(
  'a worker ends although its own database says nothing',
  async () => {
    expect(await faults.call(HEALTHY)).toMatchObject({ status: 200 })
    await faults.motor.runtime.history.flush()
    await proxy.fail({ kind: 'blackhole' })
    await faults.motor.motor.close()
  },
  BACK_MS,
)

async function publishPost(ruta: string, flujo: ReturnType<typeof healthyFlujo>, tiempoMaximoMs: number) {
  const procesoId = await faults.motor.publishProceso(flujo)
  await faults.motor.publishCanal({ ruta, tiempoMaximoMs }, [{ procesoId, metodo: 'POST', ruta: '/' }])
}

const askOnce = (ruta: string, clave = randomUUID()) =>
  ask(`${faults.motor.url}/rest/${ruta}/`, { method: 'POST', headers: { 'idempotency-key': clave } })

test('calls with an Idempotency-Key that finds no answer are told so in the time of their canal', async () => {
  await publishPost('una-vez', healthyFlujo(), 500)
  const clave = randomUUID()
  await duringSilence(async () => {
    const told = await Promise.all([askOnce('una-vez', clave), askOnce('una-vez')])
    const detalle = 'La consulta de la clave de idempotencia no terminó en 500 ms.'
    for (const each of told) expect(each).toMatchObject({ ...TOLD_LATE, detalle })
  })
  await expect.poll(async () => (await askOnce('una-vez', clave)).status, { timeout: PATIENCE_MS }).toBe(200)
  await faults.expectWhole()
})

test(
  'what became of a call is told although its Idempotency-Key can be neither kept nor let go',
  async () => {
    const peer = postgresPeer()
    const servidor = peer.servidorAt(peer.address)
    const servidorId = await faults.addServidor(servidor)
    const node = { servidorId, tipoServidor: servidor.tipoServidor, tipoObjeto: 'consulta' }
    const publish = (ruta: string, asked: string) => {
      const objeto = { sql: `select ${asked} from pg_advisory_xact_lock_shared(${LOCK})` }
      return publishPost(ruta, callFlujo({ ...node, objeto }), 5_000)
    }
    await publish('bien', '1 as uno')
    await publish('mal', '1 / (random() * 0)::int as uno')
    const usual = [await askOnce('bien'), await askOnce('mal')].map(({ status, codigo, detalle }) => ({
      status,
      codigo,
      detalle,
    }))
    expect(usual[0]?.status).toBe(200)
    expect(usual[1]?.codigo).not.toBe('ERROR_INTERNO')
    const holder = new pg.Client(process.env.DIV_TEST_POSTGRES)
    await holder.connect()
    try {
      await holder.query('select pg_advisory_lock($1)', [LOCK])
      const calls = [askOnce('bien'), askOnce('mal')]
      await expect
        .poll(() => faults.motor.runtime.enCurso.list(Number.POSITIVE_INFINITY).length)
        .toBe(calls.length)
      await duringSilence(async () => {
        await holder.query('select pg_advisory_unlock($1)', [LOCK])
        expect(await Promise.all(calls)).toMatchObject(usual)
      })
    } finally {
      await holder.end()
    }
    await faults.expectWhole()
  },
  2 * PATIENCE_MS,
)

test('a connection that says nothing is given up, and what comes after has another one', async () => {
  const db = openDatabase(databaseUrl, { maxConnections: 1, silenceMs: 300 })
  const answers = () =>
    db
      .selectFrom('procesos')
      .select('id')
      .execute()
      .then(() => true)
  const expectAnswers = () =>
    expect.poll(() => answers().catch(() => false), { timeout: PATIENCE_MS }).toBe(true)
  await expectAnswers()
  await proxy.fail({ kind: 'blackhole' })
  await expect(answers()).rejects.toThrow('says nothing')
  await proxy.fail(null)
  await expectAnswers()
  await db.destroy()
})
