import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const LOOK_EVERY_MS = 100

/** What stands before several motors: each call goes to the next one that is ready, once. */
export interface Balancer {
  url: string
  /** Those that said so when they were asked last. */
  ready(): string[]
  /** Calls that each was given. */
  given: ReadonlyMap<string, number>
  close(): Promise<void>
}

export async function startBalancer(motors: readonly string[]): Promise<Balancer> {
  const isReady = new Map(motors.map((motor) => [motor, false]))
  const given = new Map(motors.map((motor) => [motor, 0]))
  // Connections that are kept are what makes a restart hard.
  const agent = new Agent({ keepAlive: true })
  const ready = () => motors.filter((motor) => isReady.get(motor))
  let turn = 0

  const server = createServer((incoming, answer) => {
    const candidates = ready()
    const motor = candidates[turn++ % candidates.length]
    if (motor === undefined) return answer.writeHead(503).end('{}')
    given.set(motor, (given.get(motor) ?? 0) + 1)
    const { method, url = '/', headers } = incoming
    const outgoing = request(new URL(url, motor), { method, headers, agent }, (answered) => {
      const { connection: _hop, ...passed } = answered.headers
      answer.writeHead(answered.statusCode ?? 502, passed)
      answered.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  let isOver = false
  async function look(): Promise<void> {
    while (!isOver) {
      await Promise.all(
        motors.map(async (motor) => {
          const { ok } = await fetch(`${motor}/health/ready`).catch(() => ({ ok: false }))
          isReady.set(motor, ok)
        }),
      )
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  }
  const looking = look()

  return {
    url: `http://127.0.0.1:${port}`,
    ready,
    given,
    async close() {
      isOver = true
      await looking
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
