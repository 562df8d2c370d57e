import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import { encode, formatoSchema } from '../encode.ts'
import { checkMensaje, MENSAJE } from '../mensaje.ts'
import { openPlantillas } from '../plantilla.ts'
import type { MqttConnection } from './mqtt-connection.ts'
import { temaSchema, writeTema } from './tema.ts'

const publicacionSchema = z.object({
  tema: temaSchema,
  formato: formatoSchema,
  calidad: z
    .enum(['0', '1', '2'])
    .default('1')
    .meta({
      title: 'Calidad (QoS)',
      etiquetas: { 0: '0: sin confirmar', 1: '1: al menos una vez', 2: '2: exactamente una vez' },
    }),
  retener: z.boolean().default(false).meta({
    title: 'Retener',
    description: 'Queda en el tema para quien se suscriba después; uno vacío borra el que había.',
  }),
})

const QOS = { '0': 0, '1': 1, '2': 2 } as const

export const publicacion = defineTipoObjeto({
  label: 'Publicación',
  summary:
    'Publica el parámetro «mensaje» en un tema. Con calidad 1 o 2 el nodo termina cuando el servidor confirma que lo tiene.',
  objeto: publicacionSchema,
  prepare({ tema: texto, formato, calidad, retener }, parametros) {
    const plantillas = openPlantillas(parametros, { propios: [MENSAJE] })
    const tema = plantillas.compile('objeto.tema', texto)
    plantillas.close()
    checkMensaje(parametros)
    const options = { qos: QOS[calidad], retain: retener }
    return {
      efecto: 'escritura',
      admiteTransaccion: false,
      run: async (connection: MqttConnection, valores, { signal }) => {
        await connection.publish(writeTema(tema, valores), encode(valores[MENSAJE], formato), options, signal)
        return { confirmado: calidad !== '0' }
      },
    }
  },
})
