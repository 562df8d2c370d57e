import { randomUUID } from 'node:crypto'
import type { Options } from 'amqplib'
import { canConnect } from '../testing-network.ts'

const ADDRESS = { host: '127.0.0.1', puerto: 5_672 }

/** Of the type's `config`. */
export const RABBITMQ = { ...ADDRESS, contrasena: 'guest' }

export const hasRabbitmq = () => canConnect(ADDRESS)

interface OpcionesDeCola {
  /** Absent: one that nobody else has. */
  nombre?: string
  deadLetter?: string
  tipo?: 'classic' | 'quorum'
}

/** A queue of its own with whatever was put into it, until it is closed. */
export async function openCola(options: OpcionesDeCola = {}) {
  const { connect } = await import('amqplib')
  const model = await connect({ hostname: ADDRESS.host, port: ADDRESS.puerto })
  const channel = await model.createConfirmChannel()
  const { nombre = `div-prueba-${randomUUID()}`, deadLetter, tipo = 'classic' } = options
  const { queue: cola } = await channel.assertQueue(nombre, {
    arguments: {
      'x-queue-type': tipo,
      ...(deadLetter !== undefined && {
        'x-dead-letter-exchange': '',
        'x-dead-letter-routing-key': deadLetter,
      }),
    },
  })
  return {
    cola,
    async put(content: string, properties: Options.Publish = {}): Promise<void> {
      channel.sendToQueue(cola, Buffer.from(content), properties)
      await channel.waitForConfirms()
    },
    /** The oldest that waits, which then does not any more; null: none. */
    async take(): Promise<string | null> {
      const message = await channel.get(cola, { noAck: true })
      return message === false ? null : message.content.toString()
    },
    /** Those that wait, and of those that nobody has acknowledged the ones that nobody has. */
    async count(): Promise<number> {
      return (await channel.checkQueue(cola)).messageCount
    },
    async consumers(): Promise<number> {
      return (await channel.checkQueue(cola)).consumerCount
    },
    async close(): Promise<void> {
      await channel.deleteQueue(cola)
      await model.close()
    },
  }
}
