import { describe, expect, onTestFinished, test } from 'vitest'
import { listenFor } from '../eventos/testing-listen.ts'
import { connectDeps } from '../sql/testing.ts'
import { llegada } from './llegada.ts'
import { rabbitmq } from './rabbitmq.ts'
import { hasRabbitmq, openCola, RABBITMQ } from './testing.ts'

describe.skipIf(!(await hasRabbitmq()))('with RabbitMQ at 127.0.0.1:5672', { timeout: 120_000 }, () => {
  async function openLlegada(tipo: 'classic' | 'quorum' = 'classic') {
    const cola = await openCola({ tipo })
    onTestFinished(cola.close)
    const connection = await rabbitmq.connect(rabbitmq.config.parse(RABBITMQ), connectDeps())
    onTestFinished(() => connection.close())
    return { cola, connection, fuente: llegada.prepare({ cola: cola.cola, formato: 'texto' }) }
  }

  test.each(['classic', 'quorum'] as const)(
    'in a %s queue a message is the same when it is told again, and one that only brings the same is another',
    async (tipo) => {
      const { cola, connection, fuente } = await openLlegada(tipo)
      await cola.put('x')
      await cola.put('x', { headers: { n: 1 } })
      await cola.put('x', { headers: { n: 2 } })
      await cola.put('x', { type: 'otro' })
      await cola.put('x', { messageId: 'm-1' })
      const { told } = await listenFor(fuente, connection, {
        count: 7,
        decide: (_datos, count) => (count <= 2 ? 'devuelto' : 'hecho'),
      })
      expect(told).toHaveLength(7)
      expect(new Set(told.map(({ huella }) => huella)).size).toBe(5)
    },
  )

  test('the same id in two queues is of two messages, and in one of the same', async () => {
    const [one, other] = [await openLlegada(), await openLlegada()]
    for (const { cola } of [one, one, other]) await cola.put('x', { messageId: 'm-1' })
    await one.cola.put('x')
    const first = await listenFor(one.fuente, one.connection, { count: 3 })
    const second = await listenFor(other.fuente, other.connection, { count: 1 })
    const [clave] = first.told.map((told) => told.clave)
    expect(first.told.map((told) => told.clave)).toEqual([clave, clave, null])
    expect(clave).not.toBeNull()
    expect(second.told[0]?.clave).not.toBe(clave)
  })
})
