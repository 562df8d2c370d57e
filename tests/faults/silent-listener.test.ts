import { expect, onTestFinished, test, vi } from 'vitest'
import { createListener } from '../../apps/server/src/db/listener.ts'
import { createTestDatabase } from '../../apps/server/src/db/testing.ts'
import { BACK_MS } from './calls.ts'
import { startTcpProxy } from './tcp-proxy.ts'

const SILENCE_MS = 300

test('a connection on which nothing is heard any more is given up, and one that waits to be answered, too', async () => {
  const database = await createTestDatabase()
  const url = new URL(database.url)
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) })
  url.host = `${proxy.host}:${proxy.port}`
  const listener = createListener(url.href, { silenceMs: SILENCE_MS })
  onTestFinished(async () => {
    await listener.close()
    await proxy.close()
    await database.drop()
  })
  const connected = vi.fn()
  listener.on('algo', { hear: () => {}, connected })
  await vi.waitUntil(() => connected.mock.calls.length === 1, { timeout: BACK_MS })
  await proxy.fail({ kind: 'blackhole' })
  // The first one and those that were opened in its place: nobody tells the proxy of their end.
  await vi.waitUntil(() => proxy.connections() >= 3, { timeout: BACK_MS })
  expect(connected).toHaveBeenCalledTimes(1)
  await proxy.fail(null)
  await vi.waitUntil(() => connected.mock.calls.length === 2, { timeout: BACK_MS })
})
