import { z } from 'zod'
import { FICHA, GUARDADO, USADO } from '../ficha.ts'
import { ROLES, roleSchema } from '../permissions.ts'

/** How the words of a text are compared: each has a search configuration of its own in the database. */
export const IDIOMAS_DE_RAG = ['espanol', 'ingles', 'otro'] as const
export type IdiomaDeRag = (typeof IDIOMAS_DE_RAG)[number]

/** How a text is cut into passages, in characters. */
export const corteDeRagSchema = z
  .strictObject({
    tamano: z.int().min(200).max(8_000).default(1_200).meta({ title: 'Caracteres por pasaje' }),
    solape: z.int().min(0).max(1_000).default(150).meta({ title: 'Caracteres que se repiten' }),
  })
  .refine(({ tamano, solape }) => solape * 2 <= tamano, {
    path: ['solape'],
    message: 'Lo que se repite es como mucho la mitad del pasaje.',
  })
export type CorteDeRag = z.infer<typeof corteDeRagSchema>

/** Documents that are searched together. */
export const coleccionDeRagSchema = z
  .strictObject({
    nombre: FICHA.nombre,
    descripcion: FICHA.descripcion,
    roles: z
      .array(roleSchema)
      .min(1, 'Elija al menos un rol.')
      .default([...ROLES])
      .meta({ title: 'Roles que la ven', description: 'Un administrador las ve todas.' }),
    idioma: z.enum(IDIOMAS_DE_RAG).default('espanol').meta({ title: 'Idioma' }),
    corte: corteDeRagSchema.prefault({}).meta({ title: 'Corte' }),
    /** Whose model makes the vectors; null: only words are searched. */
    servidorId: z.uuid().nullable().default(null).meta({ title: 'Servidor de vectores' }),
    modelo: z
      .string()
      .trim()
      .max(200)
      .default('')
      .meta({ title: 'Modelo de vectores', description: 'Vacío: el del servidor.' }),
  })
  .refine(({ servidorId, modelo }) => servidorId !== null || modelo === '', {
    path: ['modelo'],
    message: 'Un modelo necesita un servidor.',
  })
export type ColeccionDeRag = z.infer<typeof coleccionDeRagSchema>

export const coleccionDeRagGuardadaSchema = z
  .strictObject({ ...coleccionDeRagSchema.shape, ...GUARDADO })
  .meta({ id: 'ColeccionDeRagGuardada' })
export type ColeccionDeRagGuardada = z.infer<typeof coleccionDeRagGuardadaSchema>

export const coleccionDeRagResumenSchema = coleccionDeRagGuardadaSchema
  .extend({
    ...USADO,
    documentos: z.int(),
    /** Of its documents, those that cannot be read. */
    conError: z.int(),
    pasajes: z.int(),
  })
  .meta({ id: 'ColeccionDeRagResumen' })
export type ColeccionDeRagResumen = z.infer<typeof coleccionDeRagResumenSchema>
