import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenFor } from '../eventos/testing-listen.ts'
import { connectDeps } from '../sql/testing.ts'
import { canConnect } from '../testing-network.ts'
import { llegada } from './llegada.ts'
import { nats } from './nats.ts'

const ADDRESS = { host: '127.0.0.1', puerto: 4_222 }

describe.skipIf(!(await canConnect(ADDRESS)))('with NATS at 127.0.0.1:4222', { timeout: 120_000 }, () => {
  const flujo = `div-prueba-${crypto.randomUUID()}`
  const fuente = llegada.prepare({ flujo, consumidor: 'div', formato: 'json' })
  const open = () => nats.connect(nats.config.parse(ADDRESS), connectDeps())
  let setup: NatsConnection
  let manager: JetStreamManager

  beforeAll(async () => {
    setup = await connect({ servers: `${ADDRESS.host}:${ADDRESS.puerto}` })
    manager = await jetstreamManager(setup)
    await manager.streams.add({ name: flujo, subjects: [`${flujo}.>`], storage: 'memory' })
    await manager.consumers.add(flujo, { durable_name: 'div', ack_policy: 'explicit' })
  })
  afterAll(async () => {
    await manager.streams.delete(flujo)
    await setup.close()
  })

  test('what is not confirmed is told again under the same name, and what is lost is not', async () => {
    for (const n of [1, 2]) await jetstream(setup).publish(`${flujo}.nuevo`, JSON.stringify({ n }))
    const connection = await open()
    const { told } = await listenFor(fuente, connection, {
      count: 3,
      decide: (_datos, count) => (count === 1 ? 'devuelto' : count === 2 ? 'perdido' : 'hecho'),
    })
    expect(told.map(({ datos }) => datos)).toMatchObject([
      { mensaje: { n: 1 }, asunto: `${flujo}.nuevo`, entregas: 1 },
      { mensaje: { n: 2 }, secuencia: 2 },
      { mensaje: { n: 1 }, entregas: 2 },
    ])
    expect(told[2]?.clave).toBe(told[0]?.clave)
    expect(told[1]?.clave).not.toBe(told[0]?.clave)
    await connection.close()
    const left = async () => {
      const { num_ack_pending, num_pending } = await manager.consumers.info(flujo, 'div')
      return num_ack_pending + num_pending
    }
    await expect.poll(left, { timeout: 60_000 }).toBe(0)
  })

  test('a consumer that is not there is told as such', async () => {
    const connection = await open()
    const other = llegada.prepare({ flujo, consumidor: 'ninguno', formato: 'json' })
    await expect(listenFor(other, connection, { count: 1 })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
    })
    await connection.close()
  })
})
