import type { Channel, ConsumeMessage } from 'amqplib'
import { z } from 'zod'
import { decode, type Formato, formatoSchema, type Lectura } from '../encode.ts'
import { Buzon } from '../eventos/buzon.ts'
import { defineTipoEvento, type Evento, type Suerte } from '../eventos/define-evento.ts'
import { huellaOf } from '../eventos/huella-of.ts'
import { describeMensaje } from './mensaje.ts'
import type { RabbitmqConnection } from './rabbitmq-connection.ts'

const llegadaSchema = z.strictObject({
  cola: z
    .string()
    .min(1)
    .max(255)
    .meta({ title: 'Cola', examples: ['pedidos'] }),
  formato: formatoSchema,
})

export const llegada = defineTipoEvento({
  label: 'Mensaje de una cola',
  summary:
    'Empieza con cada mensaje. Se confirma cuando la ejecución está guardada; lo que nadie puede leer va al «dead letter» de la cola, si lo tiene.',
  opciones: llegadaSchema,
  campos: [
    { ruta: 'mensaje', tipo: 'cualquiera', descripcion: 'Lo que trae, según el formato.' },
    { ruta: 'clave', tipo: 'texto', descripcion: 'La clave con que se publicó.' },
    { ruta: 'exchange', tipo: 'texto', descripcion: 'El exchange por el que llegó.' },
    { ruta: 'cabeceras', tipo: 'objeto', descripcion: 'Sus cabeceras.' },
    { ruta: 'idMensaje', tipo: 'texto', descripcion: 'El id que le dio quien lo publicó.' },
    { ruta: 'idCorrelacion', tipo: 'texto', descripcion: 'El mensaje del que es respuesta.' },
    { ruta: 'responderA', tipo: 'texto', descripcion: 'La cola que espera una respuesta.' },
    { ruta: 'tipo', tipo: 'texto', descripcion: 'El tipo que le dio quien lo publicó.' },
    { ruta: 'fecha', tipo: 'fechaHora', descripcion: 'Cuándo se publicó, si lo dice.' },
  ],
  prepare: ({ cola, formato }) => ({
    async *listen(connection: RabbitmqConnection, { maximo, signal, opened, room }) {
      const channel = await connection.openChannel(signal)
      const buzon = new Buzon<ConsumeMessage>(signal)
      const end = (cause: unknown) => buzon.end(connection.failureOf(cause))
      channel.on('error', end).on('close', () => end(new Error('channel closed')))
      try {
        await channel.prefetch(maximo)
        await channel.consume(cola, (message) => {
          connection.beginMessage()
          if (message) buzon.put(message)
          else end(new Error('channel closed: its queue is gone'))
        })
      } catch (cause) {
        throw connection.failureOf(cause)
      }
      opened()
      try {
        while (true) {
          const messages = await buzon.take(await room())
          yield {
            eventos: messages.map((message) => toEvento(message, { cola, formato }, connection)),
            async settle(suertes) {
              try {
                for (const [index, message] of messages.entries()) settle(channel, message, suertes[index])
              } catch (cause) {
                throw connection.failureOf(cause)
              }
            },
          }
        }
      } finally {
        // It may be gone, and with it what was not settled: the server delivers it again.
        channel.close().catch(() => {})
      }
    },
  }),
})

function toEvento(
  message: ConsumeMessage,
  { cola, formato }: { cola: string; formato: Formato },
  lectura: Lectura,
): Evento {
  const { content, properties } = message
  const { messageId } = properties
  return {
    clave: typeof messageId === 'string' && messageId !== '' ? huellaOf(cola, messageId) : null,
    huella: huellaOf(content, describeEnvelope(message)),
    read: () => ({ mensaje: decode(content, formato, lectura), ...describeMensaje(message) }),
  }
}

/** Headers that the server itself writes, another time at each delivery. */
const OF_THE_SERVER = /^x-(?:death|(?:first|last)-death-[a-z]+|delivery-count|acquired-count)$/

/** All that comes with the content and is the same whenever it is delivered: two messages may bring the same. */
function describeEnvelope({ fields: { exchange, routingKey }, properties }: ConsumeMessage): string {
  const headers = Object.entries(properties.headers ?? {})
    .filter(([nombre]) => !OF_THE_SERVER.test(nombre))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify({ ...properties, headers, exchange, routingKey })
}

function settle(channel: Channel, message: ConsumeMessage, suerte: Suerte | undefined): void {
  if (suerte === 'hecho') channel.ack(message)
  else channel.nack(message, false, suerte !== 'perdido')
}
