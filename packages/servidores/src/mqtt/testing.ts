import { canConnect } from '../testing-network.ts'

/** Of the type's `config`. */
export const MQTT = { host: '127.0.0.1', puerto: 1_883 }

export const hasMosquitto = () => canConnect(MQTT)

/** Publishes in a topic of its own, until it is closed. */
export async function openTema() {
  const { connectAsync } = await import('mqtt')
  const publisher = await connectAsync(`mqtt://${MQTT.host}:${MQTT.puerto}`)
  const tema = `div-prueba/${crypto.randomUUID()}`
  return {
    tema,
    async put(content: string): Promise<void> {
      await publisher.publishAsync(tema, content, { qos: 1 })
    },
    close: () => publisher.endAsync(),
  }
}
