import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import { decodeTaken, formatoSchema } from '../encode.ts'
import { maximoSchema } from '../mensaje.ts'
import { openPlantillas } from '../plantilla.ts'
import { describeMensaje } from './mensaje.ts'
import type { NatsServerConnection } from './nats-connection.ts'

const lecturaSchema = z.object({
  flujo: z
    .string()
    .min(1)
    .max(255)
    .meta({ title: 'Flujo', description: 'Su nombre en JetStream.', enCatalogo: true }),
  consumidor: z
    .string()
    .min(1)
    .max(255)
    .meta({ title: 'Consumidor', description: 'El durable del flujo, que recuerda hasta dónde se leyó.' }),
  maximo: maximoSchema,
  // The driver asks no server to wait less.
  esperaMs: z.int().min(1_000).max(60_000).default(1_000).meta({
    title: 'Espera (ms)',
    description:
      'Lo que se esperan mensajes mientras no llegue el máximo; nunca más de la mitad de lo que el consumidor espera una confirmación.',
  }),
  formato: formatoSchema,
})

export const lectura = defineTipoObjeto({
  label: 'Lectura',
  summary:
    'Toma mensajes de un flujo por uno de sus consumidores. Se confirman en cuanto el nodo los tiene: si después falla otro nodo, no se vuelven a entregar. Los que llevan «confirmado» en falso sí.',
  objeto: lecturaSchema,
  prepare({ flujo, consumidor, maximo, esperaMs, formato }, parametros) {
    const plantillas = openPlantillas(parametros)
    const nombres = {
      flujo: plantillas.compile('objeto.flujo', flujo),
      consumidor: plantillas.compile('objeto.consumidor', consumidor),
    }
    plantillas.close()
    return {
      efecto: 'escritura',
      admiteTransaccion: false,
      run: async (connection: NatsServerConnection, valores, { signal }) => {
        const taken = await connection.take(
          {
            flujo: nombres.flujo.write(valores),
            consumidor: nombres.consumidor.write(valores),
            maximo,
            esperaMs,
          },
          signal,
        )
        const mensajes = taken.map(({ mensaje, confirmado }) => ({
          mensaje: decodeTaken(Buffer.from(mensaje.data), formato, connection),
          ...describeMensaje(mensaje),
          confirmado,
        }))
        return { mensajes, total: mensajes.length }
      },
    }
  },
})
