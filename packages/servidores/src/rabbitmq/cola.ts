import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import { openPlantillas } from '../plantilla.ts'
import type { RabbitmqConnection } from './rabbitmq-connection.ts'

export const nombreColaSchema = z
  .string()
  .min(1)
  .max(255)
  .meta({ title: 'Cola', description: 'Admite {parametro}.', examples: ['pedidos'], enCatalogo: true })

const colaSchema = z.object({ cola: nombreColaSchema })

export const cola = defineTipoObjeto({
  label: 'Cola',
  summary: 'Dice si una cola existe, cuántos mensajes esperan en ella y cuántos consumidores la atienden.',
  objeto: colaSchema,
  prepare(objeto, parametros) {
    const plantillas = openPlantillas(parametros)
    const nombre = plantillas.compile('objeto.cola', objeto.cola)
    plantillas.close()
    return {
      efecto: 'lectura',
      admiteTransaccion: false,
      run: async (connection: RabbitmqConnection, valores, { signal }) => {
        const found = await connection.describeCola(nombre.write(valores), signal)
        return {
          existe: found !== null,
          mensajes: found?.messageCount ?? 0,
          consumidores: found?.consumerCount ?? 0,
        }
      },
    }
  },
})
