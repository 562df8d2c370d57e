import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import { encode, formatoSchema } from '../encode.ts'
import { cabecerasSchema, checkMensaje, compileCabeceras, MENSAJE } from '../mensaje.ts'
import { openPlantillas } from '../plantilla.ts'
import { asuntoSchema, writeAsunto } from './asunto.ts'
import type { NatsServerConnection } from './nats-connection.ts'

const publicacionSchema = z.object({
  entrega: z
    .enum(['jetstream', 'directa'])
    .default('jetstream')
    .meta({
      title: 'Entrega',
      description:
        'Un flujo confirma lo que guarda y descarta lo repetido mientras dura su ventana de duplicados; directa, solo la recibe quien escucha en ese momento.',
      etiquetas: { jetstream: 'A un flujo (JetStream)', directa: 'Directa' },
    }),
  asunto: asuntoSchema,
  formato: formatoSchema,
  cabeceras: cabecerasSchema,
})

export const publicacion = defineTipoObjeto({
  label: 'Publicación',
  summary: 'Publica el parámetro «mensaje» en un asunto; a un flujo, termina cuando este lo ha guardado.',
  objeto: publicacionSchema,
  prepare(objeto, parametros) {
    const { entrega, formato } = objeto
    const plantillas = openPlantillas(parametros, { propios: [MENSAJE] })
    const asunto = plantillas.compile('objeto.asunto', objeto.asunto)
    const cabeceras = compileCabeceras(plantillas, objeto.cabeceras)
    plantillas.close()
    checkMensaje(parametros)
    return {
      efecto: 'escritura',
      repetible: entrega === 'jetstream',
      admiteTransaccion: false,
      run: async (connection: NatsServerConnection, valores, { signal, claveIdempotencia }) => {
        const mensaje = {
          asunto: writeAsunto(asunto, valores),
          bytes: encode(valores[MENSAJE], formato),
          cabeceras: cabeceras(valores),
        }
        if (entrega === 'directa') {
          await connection.publish(mensaje, signal)
          return { enviado: true }
        }
        return connection.store(mensaje, claveIdempotencia, signal)
      },
    }
  },
})
