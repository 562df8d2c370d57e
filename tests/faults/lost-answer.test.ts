import type { Limits } from '@div/contract'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startTestMotor } from '../../apps/server/src/motor/testing.ts'
import { ask, BACK_MS, expectTold } from './calls.ts'
import { expectNothingLeft } from './fault-motor.ts'
import { healthyFlujo } from './flujos.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** Held by the test while what is accepted is being committed. */
const LOCK = 7_420_001

async function startBehindProxy(limits: Partial<Limits> = {}) {
  let proxy: TcpProxy | undefined
  const motor = await startTestMotor({
    limits,
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
  const client = new pg.Client(motor.database.url)
  await client.connect()
  onTestFinished(() => client.end())
  return { motor, proxy, client }
}

/** The first commit of rows like these in the queue is done, and its answer is lost with its connection. Answers what `begin` began. */
async function loseCommit<Begun>(
  { proxy, client }: { proxy: TcpProxy; client: pg.Client },
  when: string,
  begin: () => Begun,
): Promise<{ begun: Begun }> {
  await client.query(`create function wait_for_test() returns trigger language plpgsql as
    $$begin perform pg_advisory_xact_lock_shared(${LOCK}); return null; end$$`)
  await client.query(`create constraint trigger wait_for_test after insert or update on cola.job_common
    deferrable initially deferred for each row when (${when}) execute function wait_for_test()`)
  const committing = async () => {
    const { rows } = await client.query<{ waiting: number }>(`
      select count(*)::int as waiting from pg_locks
      where locktype = 'advisory' and objid = ${LOCK} and not granted`)
    return rows[0]?.waiting
  }
  await client.query(`select pg_advisory_lock(${LOCK})`)
  const begun = begin()
  await expect.poll(committing, { timeout: BACK_MS }).toBe(1)
  await proxy.fail({ kind: 'pause', afterBytes: 0 })
  await client.query(`select pg_advisory_unlock(${LOCK})`)
  await expect.poll(committing).toBe(0)
  await expect.poll(() => proxy.holding()).toBeGreaterThan(0)
  proxy.resetAll()
  await proxy.fail(null)
  return { begun }
}

test('a call whose accept was committed and never told is not accepted again by its Idempotency-Key', async () => {
  const { motor, proxy, client } = await startBehindProxy()
  const procesoId = await motor.publishProceso(healthyFlujo())
  await motor.publishCanal({ ruta: 'una', modo: 'asincrono' }, [{ procesoId, metodo: 'POST', ruta: '/' }])
  const post = (clave: string) =>
    fetch(`${motor.url}/rest/una/`, { method: 'POST', headers: { 'idempotency-key': clave } })
  const lose = () => ask(`${motor.url}/rest/una/`, { method: 'POST', headers: { 'idempotency-key': 'esta' } })
  expect((await post('antes')).status).toBe(202)

  const { begun } = await loseCommit({ proxy, client }, "new.state = 'created'", lose)
  expectTold([await begun], ['503 COLA_NO_DISPONIBLE'])
  const again = () => post('esta')
  await expect.poll(async () => (await again()).status, { timeout: BACK_MS }).toBe(202)
  expect((await again()).headers.get('idempotency-replayed')).toBe('true')
  const { rows } = await client.query("select id from cola.job where name = 'ejecuciones'")
  expect(rows).toHaveLength(2)
  await expectNothingLeft(motor)
})

test.each(['durable', 'memoria'] as const)(
  'an end that was committed and never told keeps no later run of its worker waiting (%s)',
  async (modo) => {
    const { motor, proxy, client } = await startBehindProxy({ ejecucionesAsincronas: 1 })
    const procesoId = await motor.publishProceso(healthyFlujo(), modo)
    await motor.publishCanal({ ruta: 'una', modo: 'asincrono' }, [{ procesoId, metodo: 'POST', ruta: '/' }])
    const post = async () => (await fetch(`${motor.url}/rest/una/`, { method: 'POST' })).status
    const ended = async () =>
      (await client.query("select from cola.job where name = 'ejecuciones' and state = 'completed'")).rowCount
    await loseCommit({ proxy, client }, "new.state = 'completed'", post)
    await expect.poll(ended).toBe(1)
    await expect.poll(post, { timeout: BACK_MS }).toBe(202)
    await expect.poll(ended, { timeout: BACK_MS }).toBe(2)
    // Whoever looks at the queue sees an end before the worker hears that it is committed, and tells the history.
    const told = async () => {
      await motor.runtime.history.flush()
      return (await client.query('select estado from ejecuciones')).rows
    }
    await expect.poll(told, { timeout: BACK_MS }).toEqual([{ estado: 'ok' }, { estado: 'ok' }])
    await expectNothingLeft(motor)
  },
  2 * BACK_MS,
)
