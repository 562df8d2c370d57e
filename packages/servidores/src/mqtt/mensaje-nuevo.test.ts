import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { listenFor } from '../eventos/testing-listen.ts'
import { connectDeps } from '../sql/testing.ts'
import { canConnect } from '../testing-network.ts'
import { mensajeNuevo } from './mensaje-nuevo.ts'
import { mqttConfigSchema } from './mqtt-config.ts'
import type { MqttConnection } from './mqtt-connection.ts'

const ADDRESS = { host: '127.0.0.1', puerto: 1_883 }

test.each([
  ['planta/+/temperatura', true],
  ['planta/#', true],
  ['#', true],
  ['/', true],
  ['planta', true],
  ['planta#', false],
  ['planta/#/a', false],
  ['pl+anta', false],
  ['$share/grupo/planta', false],
])('whether %s is a filter of topics: %s', (tema, is) => {
  expect(mensajeNuevo.opciones.safeParse({ tema }).success).toBe(is)
})

describe.skipIf(!(await canConnect(ADDRESS)))(
  'with Mosquitto at 127.0.0.1:1883',
  { timeout: 120_000 },
  () => {
    let publisher: MqttClient
    beforeAll(async () => {
      publisher = await connectAsync(`mqtt://${ADDRESS.host}:${ADDRESS.puerto}`)
    })
    afterAll(() => publisher.endAsync())

    describe.each(['5', '3.1.1'] as const)('in MQTT %s', (protocolo) => {
      function prepareTema(calidad: '1' | '2' = '1') {
        const tema = `div-prueba/${crypto.randomUUID()}`
        const nombre = `div-prueba-${crypto.randomUUID().slice(0, 8)}`
        const fuente = mensajeNuevo.prepare({ tema: `${tema}/#`, formato: 'json', calidad })
        const config = mqttConfigSchema.parse({ ...ADDRESS, protocolo })
        return {
          fuente,
          async open(): Promise<MqttConnection> {
            const connection = await fuente.connect?.(config, connectDeps(), nombre)
            if (!connection) throw new Error('no connection')
            onTestFinished(() => connection.close())
            return connection
          },
          put: (n: number, options: { retain?: boolean; qos?: 0 | 1 | 2 } = {}) =>
            publisher.publishAsync(`${tema}/${n}`, JSON.stringify({ n }), { qos: 2, ...options }),
        }
      }
      const numbersOf = (datos: readonly Readonly<Record<string, unknown>>[]) =>
        datos.map(({ mensaje }) => Object(mensaje).n)

      test.each(['1', '2'] as const)(
        'of quality %s what nobody has confirmed is told again, and what came meanwhile is not lost',
        async (calidad) => {
          const { fuente, open, put } = prepareTema(calidad)
          const connection = await open()
          const first = listenFor(fuente, connection, {
            count: 2,
            decide: (_datos, count) => (count === 2 ? 'devuelto' : 'hecho'),
            onOpened: () => void Promise.all([1, 2, 3].map((n) => put(n))),
          })
          expect(numbersOf((await first).datos)).toEqual([1, 2])
          await connection.close()
          await put(4)
          const second = await listenFor(fuente, await open(), { count: 3 })
          expect(numbersOf(second.datos)).toEqual([2, 3, 4])
          expect(second.datos[0]).toMatchObject({ calidad: Number(calidad), repetido: true })
        },
      )

      test('what is to be told again is told before all that came after it, and what is lost is not', async () => {
        const { fuente, open, put } = prepareTema()
        const { datos } = await listenFor(fuente, await open(), {
          count: 5,
          decide: (_datos, count) => (count <= 2 ? 'devuelto' : count === 3 ? 'perdido' : 'hecho'),
          onOpened: () => void Promise.all([1, 2, 3].map((n) => put(n))),
        })
        expect(numbersOf(datos)).toEqual([1, 1, 1, 2, 3])
      })

      test('what a topic has retained from before is left alone', async () => {
        const { fuente, open, put } = prepareTema()
        await put(1, { retain: true })
        const { datos } = await listenFor(fuente, await open(), { count: 1, onOpened: () => void put(2) })
        expect(numbersOf(datos)).toEqual([2])
        await publisher.publishAsync(String(datos[0]?.tema).replace(/2$/, '1'), '', { retain: true })
      })

      test('messages without confirmation are told as well', async () => {
        const { fuente, open, put } = prepareTema()
        const { datos } = await listenFor(fuente, await open(), {
          count: 2,
          onOpened: () => void Promise.all([1, 2].map((n) => put(n, { qos: 0 }))),
        })
        expect(datos).toMatchObject([{ calidad: 0 }, { calidad: 0 }])
      })
    })
  },
)
