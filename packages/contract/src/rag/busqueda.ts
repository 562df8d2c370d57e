import { z } from 'zod'
import { pasajeSchema } from './documento.ts'

export const MODOS_DE_BUSQUEDA = ['hibrido', 'palabras', 'vectores'] as const
export type ModoDeBusqueda = (typeof MODOS_DE_BUSQUEDA)[number]

export const busquedaDeRagSchema = z.strictObject({
  texto: z
    .string()
    .trim()
    .min(2, 'Escriba al menos dos caracteres.')
    .max(2_000)
    .meta({ title: 'Qué se busca' }),
  limite: z.int().min(1).max(50).default(10).meta({ title: 'Máximo de pasajes' }),
  modo: z.enum(MODOS_DE_BUSQUEDA).default('hibrido').meta({
    title: 'Cómo',
    description: 'Híbrido: por palabras y, si la colección los tiene, por vectores.',
  }),
})
export type BusquedaDeRag = z.infer<typeof busquedaDeRagSchema>

const lugarSchema = z.int().nullable()

/** A passage and why it was found. */
export const pasajeHalladoSchema = pasajeSchema
  .extend({
    documentoId: z.uuid(),
    documento: z.string(),
    /** The higher, the better; comparable within one answer only. */
    puntuacion: z.number(),
    /** Where the words that were searched stand in its text. */
    marcas: z.array(z.strictObject({ desde: z.int(), hasta: z.int() })),
    porQue: z.strictObject({
      /** As they stand there. */
      palabras: z.array(z.string()),
      /** All of the words that were searched are there. */
      todas: z.boolean(),
      /** Its place by words alone and by vectors alone, from 1; null: not among the first. */
      lugarPorPalabras: lugarSchema,
      lugarPorVectores: lugarSchema,
      /** Cosine of the angle between its vector and that of what was searched. */
      parecido: z.number().nullable(),
    }),
  })
  .meta({ id: 'PasajeHallado' })
export type PasajeHallado = z.infer<typeof pasajeHalladoSchema>

export const hallazgosDeRagSchema = z
  .strictObject({
    pasajes: z.array(pasajeHalladoSchema),
    /** How it was searched in the end. */
    modo: z.enum(MODOS_DE_BUSQUEDA),
    /** What whoever searched should know of it. */
    avisos: z.array(z.string()),
  })
  .meta({ id: 'HallazgosDeRag' })
export type HallazgosDeRag = z.infer<typeof hallazgosDeRagSchema>

/** What compares vectors: the database itself, or this process. */
export const busquedaVectorialSchema = z
  .strictObject({
    como: z.enum(['pgvector', 'coseno']),
    /** Why the database does not, though it could. */
    motivo: z.string().nullable(),
  })
  .meta({ id: 'BusquedaVectorial' })
export type BusquedaVectorial = z.infer<typeof busquedaVectorialSchema>
