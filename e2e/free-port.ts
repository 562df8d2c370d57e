import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give out by themselves (32768 on Linux): one of those may be taken by any connection before it is listened
 * on, and whoever asks it meanwhile may be connected with itself.
 */
const FIRST = 20_000
const PAST = 30_000
/** Each worker of the tests has ports of its own: what one of them was given no other takes before it is listened on. */
const SHARE = 2_000
const first = FIRST + ((Number(process.env.VITEST_POOL_ID ?? 0) * SHARE) % (PAST - FIRST))
/** Of this worker: what was given out may be listened on later. */
const given = new Set<number>()

/** A port of 127.0.0.1 on which nobody listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * SHARE)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    // Somebody listens there.
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
