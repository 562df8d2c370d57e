import { z } from 'zod'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import { openPlantillas } from '../plantilla.ts'
import { coleccionNombreSchema } from './coleccion.ts'
import { compileEtapas } from './compile-documento.ts'
import type { MongodbConnection } from './mongodb-connection.ts'

const agregacionSchema = z.strictObject({
  coleccion: coleccionNombreSchema,
  etapas: z
    .array(z.record(z.string(), z.unknown()))
    .min(1)
    .max(100)
    .meta({
      title: 'Etapas',
      description:
        'La lista de etapas, que solo leen. «{parametro}» es el valor de ese parámetro, y nunca un campo ni un operador.',
      examples: [
        [{ $match: { ciudad: '{ciudad}' } }, { $group: { _id: '$tipo', total: { $sum: '$importe' } } }],
      ],
    }),
})

export const agregacion = defineTipoObjeto({
  label: 'Agregación',
  summary:
    'Agrupa, une y calcula con los documentos de una colección; responde lo que sale de la última etapa.',
  objeto: agregacionSchema,
  prepare(objeto, parametros): Operation<MongodbConnection> {
    const { coleccion } = objeto
    const plantillas = openPlantillas(parametros)
    const write = compileEtapas(objeto.etapas, { plantillas, campo: 'objeto.etapas' })
    plantillas.close()
    return {
      efecto: 'lectura',
      admiteTransaccion: false,
      async run(connection, valores, context) {
        const filas = await connection.aggregateAll(coleccion, write(valores, connection.bson), context)
        return { filas, total: filas.length }
      },
      stream: (connection, valores, context) =>
        connection.aggregate(coleccion, write(valores, connection.bson), context),
    }
  },
})
