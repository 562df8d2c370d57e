import type { LlamadaContext } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import { cabecerasSchema, compileCabeceras } from '../mensaje.ts'
import { openPlantillas, type Valores } from '../plantilla.ts'
import { traceHeadersOf } from '../trace-headers.ts'
import type { GrpcConnection } from './grpc-connection.ts'

const metodoSchema = z.object({
  nombre: z
    .string()
    .min(1)
    .max(1_000)
    .meta({ title: 'Método', examples: ['tienda.Clientes/Ver'], enCatalogo: true }),
  flujo: z.boolean().default(false).meta({
    title: 'Contesta un flujo',
    description: 'Los mensajes son una lista, o se recorren con cursor en una división.',
  }),
  soloLectura: z.boolean().default(false).meta({
    title: 'Solo lee',
    description: 'El método no cambia nada: puede repetirse.',
  }),
  cabeceras: cabecerasSchema.meta({
    title: 'Metadatos',
    description: 'Sus valores admiten {parametro}. Los que acaban en -bin van en base64.',
    avanzado: true,
  }),
})

export const metodo = defineTipoObjeto({
  label: 'Método',
  summary: 'Llama a un método del servicio: los parámetros son los campos de lo que pide.',
  objeto: metodoSchema,
  prepare({ nombre, flujo, soloLectura, cabeceras }, parametros): Operation<GrpcConnection> {
    // What a header takes is no field of the message.
    const used = parametros.filter((each) =>
      Object.values(cabeceras).some((text) => text.includes(`{${each}}`)),
    )
    const plantillas = openPlantillas(used)
    const write = compileCabeceras(plantillas, cabeceras)
    plantillas.close()
    const campos = parametros.filter((each) => !used.includes(each))
    const llamadaOf = (valores: Valores, context: LlamadaContext) => {
      const own = write(valores)
      return {
        metodo: nombre,
        valores: Object.fromEntries(campos.map((campo) => [campo, valores[campo]])),
        cabeceras: [...Object.entries(traceHeadersOf(context)), ...own],
      }
    }
    const kind = {
      efecto: soloLectura ? 'lectura' : 'escritura',
      repetible: soloLectura,
      admiteTransaccion: false,
    } as const
    if (!flujo)
      return {
        ...kind,
        run: async (connection, valores, context) => connection.call(llamadaOf(valores, context), context),
      }
    return {
      ...kind,
      run: async (connection, valores, context) => connection.gather(llamadaOf(valores, context), context),
      stream: (connection, valores, context) => connection.stream(llamadaOf(valores, context), context),
    }
  },
})
