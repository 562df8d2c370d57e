import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import { decodeTaken, formatoSchema } from '../encode.ts'
import { maximoSchema } from '../mensaje.ts'
import { openPlantillas } from '../plantilla.ts'
import { nombreColaSchema } from './cola.ts'
import { describeMensaje } from './mensaje.ts'
import type { RabbitmqConnection } from './rabbitmq-connection.ts'

const lecturaSchema = z.object({
  cola: nombreColaSchema,
  maximo: maximoSchema,
  formato: formatoSchema,
})

export const lectura = defineTipoObjeto({
  label: 'Lectura',
  summary:
    'Saca de una cola los mensajes que ya esperan en ella, sin esperar otros. Se confirman en cuanto el nodo los tiene: si después falla otro nodo, no vuelven a la cola.',
  objeto: lecturaSchema,
  prepare({ cola, maximo, formato }, parametros) {
    const plantillas = openPlantillas(parametros)
    const nombre = plantillas.compile('objeto.cola', cola)
    plantillas.close()
    return {
      efecto: 'escritura',
      admiteTransaccion: false,
      run: async (connection: RabbitmqConnection, valores, { signal }) => {
        const mensajes = await connection.take(
          { cola: nombre.write(valores), maximo },
          (message) => ({
            mensaje: decodeTaken(message.content, formato, connection),
            ...describeMensaje(message),
          }),
          signal,
        )
        return { mensajes, total: mensajes.length }
      },
    }
  },
})
