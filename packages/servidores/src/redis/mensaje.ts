import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import { encode, formatoSchema } from '../encode.ts'
import { openPlantillas } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import type { RedisConnection } from './redis-connection.ts'

const MENSAJE = 'mensaje'

const mensajeSchema = z.object({
  canal: z
    .string()
    .min(1)
    .max(1_000)
    .meta({ title: 'Canal', description: 'Admite {parametro}.', examples: ['pedidos'] }),
  formato: formatoSchema,
})

export const mensaje = defineTipoObjeto({
  label: 'Mensaje',
  summary: 'Publica el parámetro «mensaje» en un canal; lo reciben quienes estén suscritos en ese momento.',
  objeto: mensajeSchema,
  prepare({ canal: texto, formato }, parametros) {
    const plantillas = openPlantillas(parametros, { propios: [MENSAJE] })
    const canal = plantillas.compile('objeto.canal', texto)
    plantillas.close()
    if (!parametros.includes(MENSAJE))
      throw refuse('parametros', 'Añada un parámetro «mensaje» con lo que se publica.')
    return {
      efecto: 'escritura',
      admiteTransaccion: false,
      run: async (connection: RedisConnection, valores, { signal }) => ({
        receptores: await connection.send(
          'PUBLISH',
          [canal.write(valores), encode(valores[MENSAJE], formato)],
          signal,
        ),
      }),
    }
  },
})
