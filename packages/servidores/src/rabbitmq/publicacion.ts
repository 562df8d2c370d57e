import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import { encode, formatoSchema } from '../encode.ts'
import { cabecerasSchema, checkMensaje, compileCabeceras, MENSAJE } from '../mensaje.ts'
import { openPlantillas, type Plantilla } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import type { RabbitmqConnection } from './rabbitmq-connection.ts'

/** Names and properties are short strings of AMQP 0-9-1. */
const short = (title: string, description: string) =>
  z.string().max(255).default('').meta({ title, description })

/** Properties that whoever receives the message reads by these names of AMQP. */
const PROPIEDADES = {
  tipoContenido: 'contentType',
  idCorrelacion: 'correlationId',
  responderA: 'replyTo',
  tipo: 'type',
} as const

const publicacionSchema = z.object({
  exchange: short(
    'Exchange',
    'Vacío: el de fábrica, que lleva a la cola que nombre la clave. Admite {parametro}.',
  ),
  clave: short('Clave de enrutamiento', 'O el nombre de la cola. Admite {parametro}.').meta({
    examples: ['pedidos.nuevo'],
  }),
  formato: formatoSchema,
  persistente: z
    .boolean()
    .default(true)
    .meta({ title: 'Persistente', description: 'Una cola durable lo guarda en disco.' }),
  obligatorio: z.boolean().default(true).meta({
    title: 'Debe llegar a una cola',
    description: 'Si ninguna lo recibe, el nodo falla; de lo contrario el mensaje se pierde sin aviso.',
  }),
  cabeceras: cabecerasSchema,
  tipoContenido: short('Tipo de contenido', 'Vacío: el del formato.').meta({ avanzado: true }),
  idCorrelacion: short('Id de correlación', 'Admite {parametro}.').meta({ avanzado: true }),
  responderA: short('Responder a', 'La cola en que se espera la respuesta.').meta({ avanzado: true }),
  tipo: short('Tipo de mensaje', 'Admite {parametro}.').meta({ avanzado: true }),
  caducidadMs: z
    .int()
    .min(1)
    .optional()
    .meta({ title: 'Caduca a los (ms)', description: 'Vacío: no caduca.', avanzado: true }),
  prioridad: z.int().min(0).max(255).optional().meta({ title: 'Prioridad', avanzado: true }),
})

const CONTENIDO = {
  texto: 'text/plain; charset=utf-8',
  json: 'application/json',
  binario: 'application/octet-stream',
}

export const publicacion = defineTipoObjeto({
  label: 'Publicación',
  summary:
    'Publica el parámetro «mensaje» en un exchange o una cola. El nodo termina cuando el servidor confirma que lo tiene.',
  objeto: publicacionSchema,
  prepare(objeto, parametros) {
    const { formato, persistente, obligatorio, caducidadMs, prioridad } = objeto
    const plantillas = openPlantillas(parametros, { propios: [MENSAJE] })
    const exchange = plantillas.compile('objeto.exchange', objeto.exchange)
    const clave = plantillas.compile('objeto.clave', objeto.clave)
    const cabeceras = compileCabeceras(plantillas, objeto.cabeceras)
    const propiedades: [string, Plantilla][] = []
    for (const nombre of ['tipoContenido', 'idCorrelacion', 'responderA', 'tipo'] as const) {
      if (objeto[nombre] !== '')
        propiedades.push([PROPIEDADES[nombre], plantillas.compile(`objeto.${nombre}`, objeto[nombre])])
    }
    plantillas.close()
    checkMensaje(parametros)
    if (objeto.exchange === '' && objeto.clave === '')
      throw refuse('objeto.clave', 'Diga a qué exchange o a qué cola se publica.')
    return {
      efecto: 'escritura',
      admiteTransaccion: false,
      run: async (connection: RabbitmqConnection, valores, { signal, claveIdempotencia }) => {
        const content = Buffer.from(encode(valores[MENSAJE], formato))
        await connection.publish(
          {
            exchange: shortText(exchange, valores),
            clave: shortText(clave, valores),
            content,
            options: {
              contentType: CONTENIDO[formato],
              ...Object.fromEntries(propiedades.map(([nombre, text]) => [nombre, shortText(text, valores)])),
              headers: Object.fromEntries(cabeceras(valores)),
              // The same of every attempt at this message: by it whoever receives it knows one that came twice.
              messageId: claveIdempotencia,
              timestamp: Math.floor(Date.now() / 1_000),
              persistent: persistente,
              mandatory: obligatorio,
              ...(caducidadMs !== undefined && { expiration: caducidadMs }),
              ...(prioridad !== undefined && { priority: prioridad }),
            },
          },
          signal,
        )
        return { confirmado: true, idMensaje: claveIdempotencia }
      },
    }
  },
})

/** AMQP writes their length in one byte. */
function shortText(plantilla: Plantilla, valores: Readonly<Record<string, unknown>>): string {
  const text = plantilla.write(valores)
  if (Buffer.byteLength(text) > 255) throw refuse(plantilla.campo, 'Pasa de 255 bytes.')
  return text
}
