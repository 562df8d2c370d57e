import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import { decode, formatoSchema } from '../encode.ts'
import { openPlantillas } from '../plantilla.ts'
import type { MqttConnection } from './mqtt-connection.ts'
import { temaSchema, writeTema } from './tema.ts'

const retenidoSchema = z.object({
  tema: temaSchema,
  formato: formatoSchema,
  esperaMs: z.int().min(1).max(60_000).default(1_000).meta({
    title: 'Espera (ms)',
    description: 'Un servidor no dice que no hay ninguno: si no llega en este tiempo, no lo hay.',
  }),
})

export const retenido = defineTipoObjeto({
  label: 'Mensaje retenido',
  summary: 'Lee el mensaje que un tema retiene; «existe» dice si había alguno.',
  objeto: retenidoSchema,
  prepare({ tema: texto, formato, esperaMs }, parametros) {
    const plantillas = openPlantillas(parametros)
    const tema = plantillas.compile('objeto.tema', texto)
    plantillas.close()
    return {
      efecto: 'lectura',
      admiteTransaccion: false,
      run: async (connection: MqttConnection, valores, { signal }) => {
        const bytes = await connection.readRetained(writeTema(tema, valores), esperaMs, signal)
        return { mensaje: decode(bytes, formato, connection), existe: bytes !== null }
      },
    }
  },
})
