import { z } from 'zod'
import { busquedaDeRagSchema, MODOS_DE_BUSQUEDA } from './busqueda.ts'
import { coleccionDeRagSchema } from './coleccion.ts'

/** How many of the first passages count for a recall; as many as the last are searched. */
export const CORTES_DE_EVALUACION = [1, 3, 5, 10] as const

const esperadoSchema = z.strictObject({
  documento: z.string().trim().min(1, 'Elija un documento.').max(300).meta({ title: 'Documento' }),
  fragmento: z.string().trim().max(1_000).default('').meta({
    title: 'Fragmento',
    description: 'Palabras del pasaje que se espera. Vacío: vale cualquier pasaje del documento.',
  }),
})
export type EsperadoDeRag = z.infer<typeof esperadoSchema>

/** What is asked of a collection, and what should be found. */
export const preguntaDeRagSchema = z.strictObject({
  texto: busquedaDeRagSchema.shape.texto.meta({ title: 'Pregunta' }),
  esperados: z
    .array(esperadoSchema)
    .min(1, 'Diga qué se espera encontrar.')
    .max(20)
    .meta({ title: 'Lo que se espera' }),
})
export type PreguntaDeRag = z.infer<typeof preguntaDeRagSchema>

export const preguntaDeRagGuardadaSchema = preguntaDeRagSchema
  .extend({ id: z.uuid(), revision: z.int(), creadoPor: z.string() })
  .meta({ id: 'PreguntaDeRagGuardada' })
export type PreguntaDeRagGuardada = z.infer<typeof preguntaDeRagGuardadaSchema>

/** What a file of questions came to. */
export const preguntasImportadasSchema = z.strictObject({ nuevas: z.int(), cambiadas: z.int() })
export type PreguntasImportadas = z.infer<typeof preguntasImportadasSchema>

const recallSchema = z.array(z.strictObject({ k: z.int(), valor: z.number() }))

const medidaSchema = z.strictObject({
  modo: z.enum(MODOS_DE_BUSQUEDA),
  /** Means over the questions. */
  recall: recallSchema,
  mrr: z.number(),
})
export type MedidaDeRag = z.infer<typeof medidaSchema>

export const evaluacionNuevaSchema = z.strictObject({
  nota: z
    .string()
    .trim()
    .max(200)
    .default('')
    .meta({ title: 'Nota', description: 'Qué cambió desde la anterior.' }),
})

const { idioma, corte, servidorId, modelo } = coleccionDeRagSchema.shape
const medidaDe = { idioma, corte, servidorId, modelo }

/** One run of all questions, and of what the collection was then. */
export const evaluacionDeRagSchema = z
  .strictObject({
    id: z.uuid(),
    nota: z.string(),
    creadoPor: z.string(),
    creadoEn: z.iso.datetime(),
    preguntas: z.int(),
    /** Of what was asked and expected: runs of the same one can be compared. */
    huella: z.string(),
    coleccion: z.strictObject({ ...medidaDe, documentos: z.int(), pasajes: z.int() }),
    medidas: z.array(medidaSchema),
    avisos: z.array(z.string()),
  })
  .meta({ id: 'EvaluacionDeRag' })
export type EvaluacionDeRag = z.infer<typeof evaluacionDeRagSchema>

const respuestaSchema = z.strictObject({
  texto: z.string(),
  esperados: z.int(),
  modos: z.array(
    z.strictObject({
      modo: z.enum(MODOS_DE_BUSQUEDA),
      /** Of the first passage that was expected, from 1; null: not among the first. */
      lugar: z.int().nullable(),
      recall: recallSchema,
    }),
  ),
})
export type RespuestaDeEvaluacion = z.infer<typeof respuestaSchema>

export const evaluacionDeRagDetalleSchema = evaluacionDeRagSchema
  .extend({ respuestas: z.array(respuestaSchema) })
  .meta({ id: 'EvaluacionDeRagDetalle' })
export type EvaluacionDeRagDetalle = z.infer<typeof evaluacionDeRagDetalleSchema>
