import { LimiteSuperado, type LlamadaContext, ServidorRechaza } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import { openPlantillas } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import { askModelo } from './ask-modelo.ts'
import { requestOptions } from './call-options.ts'
import { GUARDAR_FIELD, recuerdoOf } from './guardadas.ts'
import type { IaConnection } from './ia-connection.ts'
import { measureTextos, usoOf } from './measure-peticion.ts'
import { PETICION_FIELDS } from './peticion-fields.ts'
import { addTokens, SIN_TOKENS, type Tokens, tokensOf } from './tokens.ts'

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
  guardarHoras: GUARDAR_FIELD,
})

const guardadoSchema = z.object({
  vectores: z.array(z.array(z.number())),
  dimensiones: z.int(),
  modelo: z.string(),
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
        const { limits, proveedor } = connection
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
        const recuerdo = recuerdoOf(
          connection,
          { horas: objeto.guardarHoras, pregunta: ['incrustar', wanted, values] },
          context,
        )
        const guardado = guardadoSchema.safeParse(await recuerdo.find())
        if (guardado.success) return { ...guardado.data, tokens: { entrada: 0 } }
        const { vectores, tokens } = await askParts(
          connection,
          { modelo: wanted, embeddingModel, values },
          context,
        )
        const dimensiones = vectores[0]?.length ?? 0
        await recuerdo.keep({ vectores, dimensiones, modelo: wanted })
        return {
          vectores,
          dimensiones,
          modelo: wanted,
          tokens: { entrada: tokens.entrada },
        }
      },
    }
  },
})

interface Pedidos {
  modelo: string
  embeddingModel: NonNullable<IaConnection['proveedor']['embeddingModel']>
  values: readonly string[]
}

/** A service takes so many at a time. Each part is set aside for itself: what was answered counts, though a later one fails. */
async function askParts(
  connection: IaConnection,
  { modelo, embeddingModel, values }: Pedidos,
  context: LlamadaContext,
): Promise<{ vectores: number[][]; tokens: Pick<Tokens, 'entrada'> }> {
  const { ai, limits, servidor } = connection
  const vectores: number[][] = []
  let tokens = SIN_TOKENS
  for (let start = 0; start < values.length; start += limits.iaTextosPorPeticion) {
    const part = values.slice(start, start + limits.iaTextosPorPeticion)
    const maximo = measureTextos(part)
    const { answer } = await askModelo(
      connection,
      {
        modelos: [modelo],
        clase: 'vectores',
        maximo,
        ask: (nombre) =>
          ai.embedMany({
            model: embeddingModel(nombre),
            values: part,
            maxParallelCalls: PARALLEL,
            ...requestOptions(context),
          }),
        usoOf: ({ usage }) => usoOf({ inputTokens: usage.tokens, outputTokens: 0 }, maximo),
      },
      context,
    )
    const { embeddings, usage } = answer
    const dimensiones = (vectores[0] ?? embeddings[0])?.length
    if (embeddings.length !== part.length || embeddings.some(({ length }) => length !== dimensiones))
      throw new ServidorRechaza({
        servidor,
        motivo: 'sus vectores no son uno por texto y del mismo largo',
      })
    vectores.push(...embeddings)
    tokens = addTokens(tokens, tokensOf({ inputTokens: usage.tokens, outputTokens: 0 }))
  }
  return { vectores, tokens }
}
