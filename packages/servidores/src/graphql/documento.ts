import { z } from 'zod'
import { defineTipoObjeto, type Operation, type TipoObjeto } from '../define-servidor.ts'
import { traceHeadersOf } from '../trace-headers.ts'
import { type Clase, compileDocumento } from './compile-documento.ts'
import type { GraphqlConnection } from './graphql-connection.ts'

const documentoSchema = z.object({
  /** Of the schema that says the rest; calling it needs only the rest. */
  nombre: z.string().max(500).optional().meta({ title: 'Campo del esquema', enCatalogo: true }),
  documento: z
    .string()
    .min(1)
    .max(200_000)
    .meta({
      title: 'Documento',
      description: 'En GraphQL. Cada variable toma el valor del parámetro que se llame como ella.',
      examples: ['query Cliente($id: ID!) { cliente(id: $id) { nombre } }'],
    }),
  operacion: z
    .string()
    .max(500)
    .default('')
    .meta({ title: 'Operación', description: 'Si el documento tiene varias.', avanzado: true }),
  tolerante: z.boolean().default(false).meta({
    title: 'Tolerar errores con datos',
    description: 'Si el servicio contesta una parte y dice qué le falta, no es un fallo: queda en «errores».',
  }),
})

function defineDocumento(
  clase: Clase,
  words: { label: string; summary: string },
): TipoObjeto<GraphqlConnection, typeof documentoSchema> {
  return defineTipoObjeto({
    ...words,
    objeto: documentoSchema,
    prepare(objeto, parametros): Operation<GraphqlConnection> {
      const compiled = compileDocumento(objeto, clase, parametros)
      const { tolerante } = objeto
      return {
        efecto: clase === 'query' ? 'lectura' : 'escritura',
        repetible: clase === 'query',
        admiteTransaccion: false,
        run: (connection, valores, context) =>
          connection.call(compiled, valores, {
            tolerante,
            signal: context.signal,
            traza: traceHeadersOf(context),
          }),
      }
    },
  })
}

export const consulta = defineDocumento('query', {
  label: 'Consulta',
  summary: 'Pregunta al servicio y devuelve «datos», con la forma de lo que se pidió.',
})

export const mutacion = defineDocumento('mutation', {
  label: 'Mutación',
  summary: 'Cambia algo en el servicio y devuelve «datos», con la forma de lo que se pidió.',
})
