import type { JsMsg } from '@nats-io/jetstream'
import { z } from 'zod'
import { decode, type Formato, formatoSchema, type Lectura } from '../encode.ts'
import { Buzon } from '../eventos/buzon.ts'
import { defineTipoEvento, type Evento, type Suerte } from '../eventos/define-evento.ts'
import { describeMensaje } from './mensaje.ts'
import type { NatsServerConnection } from './nats-connection.ts'

const llegadaSchema = z.strictObject({
  flujo: z.string().min(1).max(255).meta({ title: 'Flujo', description: 'Su nombre en JetStream.' }),
  consumidor: z
    .string()
    .min(1)
    .max(255)
    .meta({ title: 'Consumidor', description: 'El durable del flujo, que recuerda hasta dónde se leyó.' }),
  formato: formatoSchema,
})

/** How long the server waits before it delivers a message again. */
const AGAIN_MS = 1_000

export const llegada = defineTipoEvento({
  label: 'Mensaje de un flujo',
  summary:
    'Empieza con cada mensaje de un flujo de JetStream, por uno de sus consumidores. Se confirma cuando la ejecución está guardada.',
  opciones: llegadaSchema,
  campos: [
    { ruta: 'mensaje', tipo: 'cualquiera', descripcion: 'Lo que trae, según el formato.' },
    { ruta: 'asunto', tipo: 'texto', descripcion: 'El asunto con que se publicó.' },
    { ruta: 'cabeceras', tipo: 'objeto', descripcion: 'Sus cabeceras.' },
    { ruta: 'secuencia', tipo: 'entero', descripcion: 'Su número en el flujo.' },
    { ruta: 'entregas', tipo: 'entero', descripcion: 'Cuántas veces se ha entregado.' },
    { ruta: 'fecha', tipo: 'fechaHora', descripcion: 'Cuándo lo guardó el flujo.' },
  ],
  prepare: ({ flujo, consumidor, formato }) => ({
    async *listen(connection: NatsServerConnection, { maximo, signal, opened, room }) {
      const buzon = new Buzon<JsMsg>(signal)
      const end = (cause: unknown) => buzon.end(connection.failureOf(cause))
      const arriving = await connection.consume({ flujo, consumidor, maximo }, signal)
      const put = async () => {
        for await (const message of arriving) buzon.put(message)
        throw new Error('closed')
      }
      put().catch(end)
      opened()
      try {
        while (true) {
          const messages = await buzon.take(await room())
          yield {
            eventos: messages.map((message) => toEvento(message, formato, connection)),
            async settle(suertes) {
              try {
                await Promise.all(messages.map((message, index) => settle(message, suertes[index])))
              } catch (cause) {
                throw connection.failureOf(cause)
              }
            },
          }
        }
      } finally {
        arriving.stop()
      }
    },
  }),
})

function toEvento(message: JsMsg, formato: Formato, lectura: Lectura): Evento {
  // A stream that was made anew counts from the start.
  const clave = `${message.info.stream}:${message.seq}:${message.time.toISOString()}`
  return {
    clave,
    huella: clave,
    read: () => ({
      mensaje: decode(Buffer.from(message.data), formato, lectura),
      ...describeMensaje(message),
    }),
  }
}

async function settle(message: JsMsg, suerte: Suerte | undefined): Promise<void> {
  // The server's word that it has taken the acknowledgement.
  if (suerte === 'hecho') await message.ackAck()
  else if (suerte === 'perdido') message.term()
  else message.nak(AGAIN_MS)
}
