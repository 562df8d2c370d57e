import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenFor } from '../eventos/testing-listen.ts'
import { connectDeps } from '../sql/testing.ts'
import { llegada } from './llegada.ts'
import { nats } from './nats.ts'
import { hasNats, NATS, openFlujo } from './testing.ts'

describe.skipIf(!(await hasNats()))('with NATS at 127.0.0.1:4222', { timeout: 120_000 }, () => {
  let stream: Awaited<ReturnType<typeof openFlujo>>
  const open = () => nats.connect(nats.config.parse(NATS), connectDeps())

  beforeAll(async () => {
    stream = await openFlujo()
  })
  afterAll(() => stream.close())

  test('what is not confirmed is told again under the same name, and what is lost is not', async () => {
    for (const n of [1, 2]) await stream.put(JSON.stringify({ n }))
    const { flujo, consumidor, asunto } = stream
    const connection = await open()
    const { told } = await listenFor(llegada.prepare({ flujo, consumidor, formato: 'json' }), connection, {
      count: 3,
      decide: (_datos, count) => (count === 1 ? 'devuelto' : count === 2 ? 'perdido' : 'hecho'),
    })
    expect(told.map(({ datos }) => datos)).toMatchObject([
      { mensaje: { n: 1 }, asunto, entregas: 1 },
      { mensaje: { n: 2 }, secuencia: 2 },
      { mensaje: { n: 1 }, entregas: 2 },
    ])
    expect(told[2]?.clave).toBe(told[0]?.clave)
    expect(told[1]?.clave).not.toBe(told[0]?.clave)
    await connection.close()
    await expect.poll(stream.count, { timeout: 60_000 }).toBe(0)
  })

  test('a consumer that is not there is told as such', async () => {
    const connection = await open()
    const other = llegada.prepare({ flujo: stream.flujo, consumidor: 'ninguno', formato: 'json' })
    await expect(listenFor(other, connection, { count: 1 })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
    })
    await connection.close()
  })
})
