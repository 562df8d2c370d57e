import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createListener, type Listener } from './listener.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
let listener: Listener

beforeEach(async () => {
  database = await createTestDatabase()
  listener = createListener(database.url)
})
afterEach(async () => {
  await listener.close()
  await database.drop()
})

const notify = (channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(database.db)

/** Listens, and resolves when nothing is missed any more. */
async function hear(channel: string) {
  const heard: string[] = []
  const connected = vi.fn()
  listener.on(channel, { hear: (payload) => heard.push(payload), connected })
  await vi.waitUntil(() => connected.mock.calls.length > 0)
  return { heard, connected }
}

test('each channel hears its own notifications, whenever it was added', async () => {
  const [first, second] = await Promise.all([hear('primero'), hear('segundo')])
  const third = await hear('tercero')
  for (const channel of ['primero', 'segundo', 'tercero', 'nadie']) await notify(channel, `a ${channel}`)
  await vi.waitUntil(() => third.heard.length > 0)
  expect([first.heard, second.heard, third.heard]).toEqual([['a primero'], ['a segundo'], ['a tercero']])
})

test('a connection that is lost is opened again, and every channel is told', async () => {
  const [first, second] = await Promise.all([hear('primero'), hear('segundo')])
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'div-avisos' and datname = current_database()`.execute(database.db)
  await vi.waitUntil(() => second.connected.mock.calls.length === 2, { timeout: 10_000 })
  await notify('primero', 'otra vez')
  await vi.waitUntil(() => first.heard.length > 0)
  expect(first.heard).toEqual(['otra vez'])
})
