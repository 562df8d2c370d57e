import { z } from 'zod'
import { decode, type Formato, formatoSchema, type Lectura, plain } from '../encode.ts'
import { Buzon } from '../eventos/buzon.ts'
import {
  defineTipoEvento,
  type Escucha,
  type Evento,
  type Suerte,
  type Tanda,
} from '../eventos/define-evento.ts'
import { huellaOf } from '../eventos/huella-of.ts'
import { mqttConfigSchema } from './mqtt-config.ts'
import { type Entrega, MqttConnection } from './mqtt-connection.ts'

/** MQTT 5.0, 4.7: + is one level, # all that follow. One worker of all listens: there is nothing to share. */
const FILTRO = /^(?!\$share\/)(?:\+|[^+#\0/]*)(?:\/(?:\+|[^+#\0/]*))*(?:(?<=\/)#)?$|^#$/

const mensajeNuevoSchema = z.strictObject({
  tema: z
    .string()
    .min(1)
    .max(1_000)
    .regex(FILTRO, 'No es un filtro de temas, como planta/+/temperatura o planta/#.')
    .meta({
      title: 'Tema',
      description: '+ es un nivel cualquiera; # al final, todos los que sigan.',
      examples: ['planta/+/temperatura'],
    }),
  formato: formatoSchema,
  calidad: z
    .enum(['1', '2'])
    .default('1')
    .meta({
      title: 'Calidad (QoS)',
      description: 'Lo que se publica con calidad 0 puede perderse.',
      etiquetas: { 1: '1: al menos una vez', 2: '2: exactamente una vez' },
    }),
})

const QOS = { '1': 1, '2': 2 } as const

export const mensajeNuevo = defineTipoEvento({
  label: 'Mensaje de un tema',
  summary:
    'Empieza con cada mensaje que se publica en un tema. Se confirma cuando la ejecución está guardada; mientras no se escucha, el servidor guarda los de calidad 1 y 2. Lo que un tema retiene de antes no cuenta.',
  opciones: mensajeNuevoSchema,
  campos: [
    { ruta: 'mensaje', tipo: 'cualquiera', descripcion: 'Lo que trae, según el formato.' },
    { ruta: 'tema', tipo: 'texto', descripcion: 'El tema en que se publicó.' },
    { ruta: 'calidad', tipo: 'entero', descripcion: 'Con la que llegó.' },
    { ruta: 'repetido', tipo: 'booleano', descripcion: 'Puede haberse entregado antes.' },
    { ruta: 'cabeceras', tipo: 'objeto', descripcion: 'Sus propiedades de usuario, en MQTT 5.' },
    { ruta: 'tipoContenido', tipo: 'texto', descripcion: 'El que dice quien lo publica, en MQTT 5.' },
    { ruta: 'responderA', tipo: 'texto', descripcion: 'El tema que espera una respuesta, en MQTT 5.' },
  ],
  prepare: ({ tema, formato, calidad }) => ({
    connect: (config, deps, nombre) =>
      // What the session is subscribed to goes with its name.
      MqttConnection.open(
        mqttConfigSchema.parse(config),
        deps,
        `${nombre}-${huellaOf(tema, calidad).slice(0, 8)}`,
      ),
    async *listen(connection: MqttConnection, { signal, opened, room }) {
      const buzon = new Buzon<Entrega>(signal)
      const end = (cause: unknown) => buzon.end(connection.failureOf(cause))
      const put = (entrega: Entrega) => buzon.put(entrega)
      // What has waited for it comes before the answer, which is read once that is confirmed.
      connection.listen(tema, QOS[calidad], { put, end }, signal).then(opened, end)
      while (true) {
        for (const entrega of await buzon.take(1)) {
          if (entrega.packet.retain) await confirm(entrega, connection)
          else yield* tell(entrega, { formato, connection, room })
        }
      }
    },
  }),
})

/** A server takes no message back: what is to be told again is told again here. */
async function* tell(
  entrega: Entrega,
  { formato, connection, room }: { formato: Formato; connection: MqttConnection } & Pick<Escucha, 'room'>,
): AsyncGenerator<Tanda> {
  let suerte: Suerte = 'devuelto'
  while (suerte === 'devuelto') {
    await room()
    yield {
      eventos: [toEvento(entrega, formato, connection)],
      async settle([told = 'devuelto']) {
        suerte = told
        if (told !== 'devuelto') await confirm(entrega, connection)
      },
    }
  }
}

async function confirm(entrega: Entrega, connection: MqttConnection): Promise<void> {
  try {
    await entrega.confirm()
  } catch (cause) {
    throw connection.failureOf(cause)
  }
}

function toEvento({ tema, contenido, packet }: Entrega, formato: Formato, lectura: Lectura): Evento {
  const { qos, dup, properties = {} } = packet
  const { userProperties = {}, contentType = null, responseTopic = null } = properties
  const cabeceras = plain({ ...userProperties })
  return {
    // Its number is given to another one as soon as it is confirmed.
    clave: null,
    huella: huellaOf(tema, contenido, JSON.stringify([cabeceras, contentType, responseTopic])),
    read: () => ({
      mensaje: decode(contenido, formato, lectura),
      tema,
      calidad: qos,
      repetido: dup,
      cabeceras,
      tipoContenido: contentType,
      responderA: responseTopic,
    }),
  }
}
