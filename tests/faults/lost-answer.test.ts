import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startTestMotor } from '../../apps/server/src/motor/testing.ts'
import { BACK_MS } from './calls.ts'
import { healthyFlujo } from './flujos.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** Held by the test while what is accepted is being committed. */
const LOCK = 7_420_001

async function startBehindProxy() {
  let proxy: TcpProxy | undefined
  const motor = await startTestMotor({
    async reach(databaseUrl) {
      const url = new URL(databaseUrl)
      proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) })
      url.host = `${proxy.host}:${proxy.port}`
      return url.href
    },
  })
  onTestFinished(async () => {
    await motor.close()
    await proxy?.close()
  })
  if (!proxy) throw new Error('the database was not asked for')
  return { motor, proxy }
}

test('a call whose accept was committed and never told is not accepted again by its Idempotency-Key', async () => {
  const { motor, proxy } = await startBehindProxy()
  const client = new pg.Client(motor.database.url)
  await client.connect()
  onTestFinished(() => client.end())
  const procesoId = await motor.publishProceso(healthyFlujo())
  await motor.publishCanal({ ruta: 'una', modo: 'asincrono' }, [{ procesoId, metodo: 'POST', ruta: '/' }])
  const post = (clave: string) =>
    fetch(`${motor.url}/rest/una/`, { method: 'POST', headers: { 'idempotency-key': clave } })
  expect((await post('antes')).status).toBe(202)

  await client.query(`create function wait_for_test() returns trigger language plpgsql as
    $$begin perform pg_advisory_xact_lock_shared(${LOCK}); return null; end$$`)
  await client.query(`create constraint trigger wait_for_test after insert on cola.job_common
    deferrable initially deferred for each row execute function wait_for_test()`)
  const committing = async () => {
    const { rows } = await client.query<{ waiting: number }>(`
      select count(*)::int as waiting from pg_locks
      where locktype = 'advisory' and objid = ${LOCK} and not granted`)
    return rows[0]?.waiting
  }
  await client.query(`select pg_advisory_lock(${LOCK})`)
  const posted = post('esta')
  await expect.poll(committing).toBe(1)
  await proxy.fail({ kind: 'pause', afterBytes: 0 })
  await client.query(`select pg_advisory_unlock(${LOCK})`)
  await expect.poll(committing).toBe(0)
  await expect.poll(() => proxy.holding()).toBeGreaterThan(0)
  proxy.resetAll()
  await proxy.fail(null)
  expect((await posted).status).toBe(503)
  const again = () => post('esta')
  await expect.poll(async () => (await again()).status, { timeout: BACK_MS }).toBe(202)
  expect((await again()).headers.get('idempotency-replayed')).toBe('true')
  const { rows } = await client.query("select id from cola.job where name = 'ejecuciones'")
  expect(rows).toHaveLength(2)
})
