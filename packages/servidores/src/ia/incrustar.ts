import { LimiteSuperado, ServidorRechaza } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import { openPlantillas } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import { askModelo } from './ask-modelo.ts'
import { requestOptions } from './call-options.ts'
import type { IaConnection } from './ia-connection.ts'
import { measureTextos, usoOf } from './measure-peticion.ts'
import { PETICION_FIELDS } from './peticion-fields.ts'
import { toldOf } from './tokens.ts'

/** Requests of one call that are under way together. */
const PARALLEL = 4

const incrustarSchema = z.object({
  modelo: PETICION_FIELDS.modelo.meta({
    title: 'Modelo',
    description: 'Vacío: el de vectores del servidor.',
    enCatalogo: true,
  }),
  textos: z
    .array(z.string().min(1).max(1_000_000))
    .min(1)
    .max(100)
    .meta({
      title: 'Textos',
      description: 'Uno por línea; {parametro} vale el valor de ese parámetro, o todos si es una lista.',
      examples: [['{textos}']],
    }),
})

interface Incrustado {
  vectores: number[][]
  dimensiones: number
  modelo: string
  tokens: { entrada: number | null }
}

export const incrustar = defineTipoObjeto({
  label: 'Calcular vectores',
  summary: 'Un modelo da un vector por cada texto; los de textos parecidos quedan cerca.',
  objeto: incrustarSchema,
  salida: [
    {
      nombre: 'vectores',
      tipo: 'lista',
      elemento: { nombre: '', tipo: 'lista', elemento: { nombre: '', tipo: 'decimal' } },
    },
    { nombre: 'dimensiones', tipo: 'entero' },
    { nombre: 'modelo', tipo: 'texto' },
    { nombre: 'tokens', tipo: 'objeto', campos: [{ nombre: 'entrada', tipo: 'entero' }] },
  ],
  prepare(objeto, parametros): Operation<IaConnection> {
    const plantillas = openPlantillas(parametros)
    const textos = objeto.textos.map((text, at) => plantillas.compile(`objeto.textos[${at}]`, text))
    plantillas.close()
    return {
      efecto: 'lectura',
      admiteTransaccion: false,
      async run(connection, valores, context): Promise<Incrustado> {
        const { ai, limits, proveedor, servidor } = connection
        const { embeddingModel } = proveedor
        const values = textos.flatMap((texto) => texto.list(valores))
        if (values.length > limits.iaTextos)
          throw new LimiteSuperado({ limite: 'iaTextos', maximo: limits.iaTextos })
        if (embeddingModel === null) throw refuse('tipoObjeto', 'Este servicio no da vectores.')
        if (values.some((text) => text.trim() === ''))
          throw refuse('textos', 'Un texto vacío no tiene vector.')
        const wanted = connection.modeloOfVectores(objeto.modelo)
        if (values.length === 0)
          return { vectores: [], dimensiones: 0, modelo: wanted, tokens: { entrada: 0 } }
        connection.checkSize(...values)
        const maximo = measureTextos(values)
        const { modelo, answer } = await askModelo(
          connection,
          {
            modelos: [wanted],
            clase: 'vectores',
            maximo,
            ask: (nombre) =>
              ai.embedMany({
                model: embeddingModel(nombre),
                values,
                maxParallelCalls: PARALLEL,
                ...requestOptions(context),
              }),
            usoOf: ({ usage }) => usoOf({ inputTokens: usage.tokens, outputTokens: 0 }, maximo),
          },
          context,
        )
        const { embeddings: vectores, usage } = answer
        const dimensiones = vectores[0]?.length ?? 0
        if (vectores.length !== values.length || vectores.some(({ length }) => length !== dimensiones))
          throw new ServidorRechaza({
            servidor,
            motivo: 'sus vectores no son uno por texto y del mismo largo',
          })
        return {
          vectores,
          dimensiones,
          modelo,
          tokens: { entrada: toldOf(usage.tokens) ?? null },
        }
      },
    }
  },
})
