import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import { decode, encode, formatoSchema } from '../encode.ts'
import { cabecerasSchema, checkMensaje, compileCabeceras, MENSAJE } from '../mensaje.ts'
import { openPlantillas } from '../plantilla.ts'
import { asuntoSchema, writeAsunto } from './asunto.ts'
import { type NatsServerConnection, readCabeceras } from './nats-connection.ts'

const peticionSchema = z.object({
  asunto: asuntoSchema,
  formato: formatoSchema,
  esperaMs: z
    .int()
    .min(1)
    .max(600_000)
    .default(5_000)
    .meta({ title: 'Espera (ms)', description: 'Lo que se espera la respuesta.' }),
  cabeceras: cabecerasSchema,
})

export const peticion = defineTipoObjeto({
  label: 'Petición',
  summary: 'Envía el parámetro «mensaje» a quien atiende un asunto y espera su respuesta.',
  objeto: peticionSchema,
  prepare(objeto, parametros) {
    const { formato, esperaMs } = objeto
    const plantillas = openPlantillas(parametros, { propios: [MENSAJE] })
    const asunto = plantillas.compile('objeto.asunto', objeto.asunto)
    const cabeceras = compileCabeceras(plantillas, objeto.cabeceras)
    plantillas.close()
    checkMensaje(parametros)
    return {
      efecto: 'escritura',
      admiteTransaccion: false,
      run: async (connection: NatsServerConnection, valores, { signal }) => {
        const mensaje = {
          asunto: writeAsunto(asunto, valores),
          bytes: encode(valores[MENSAJE], formato),
          cabeceras: cabeceras(valores),
        }
        const answer = await connection.request(mensaje, esperaMs, signal)
        return {
          respuesta: decode(Buffer.from(answer.data), formato, connection),
          cabeceras: readCabeceras(answer.headers),
        }
      },
    }
  },
})
