import { randomUUID } from 'node:crypto'
import { canConnect } from '../testing-network.ts'

/** Of the type's `config`. */
export const NATS = { host: '127.0.0.1', puerto: 4_222 }

export const hasNats = () => canConnect(NATS)

/** How long the server waits for what somebody took and did not confirm: a worker that died keeps no test waiting. */
const ACK_WAIT_NS = 2_000_000_000

/** A stream of its own with one consumer, until it is closed. */
export async function openFlujo() {
  const { connect } = await import('@nats-io/transport-node')
  const { jetstream, jetstreamManager } = await import('@nats-io/jetstream')
  const setup = await connect({ servers: `${NATS.host}:${NATS.puerto}` })
  const manager = await jetstreamManager(setup)
  const flujo = `div-prueba-${randomUUID()}`
  const consumidor = 'div'
  await manager.streams.add({ name: flujo, subjects: [`${flujo}.>`], storage: 'memory' })
  await manager.consumers.add(flujo, {
    durable_name: consumidor,
    ack_policy: 'explicit',
    ack_wait: ACK_WAIT_NS,
  })
  return {
    flujo,
    consumidor,
    asunto: `${flujo}.nuevo`,
    async put(content: string): Promise<void> {
      await jetstream(setup).publish(`${flujo}.nuevo`, content)
    },
    /** What waits for the consumer, and what it has not confirmed. */
    async count(): Promise<number> {
      const { num_ack_pending, num_pending } = await manager.consumers.info(flujo, consumidor)
      return num_ack_pending + num_pending
    },
    async close(): Promise<void> {
      await manager.streams.delete(flujo)
      await setup.close()
    },
  }
}
