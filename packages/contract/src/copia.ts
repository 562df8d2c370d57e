import { z } from 'zod'

/** A phrase is all that keeps the secrets of a copy from whoever finds it. */
const FRASE_MIN = 12
export const fraseSchema = z.string().min(FRASE_MIN).max(1_000).meta({ title: 'Frase de la copia' })

export const pedirCopiaSchema = z.strictObject({ frase: fraseSchema })

/** What a copy holds, in the order in which it is restored. */
export const RECURSOS_DE_COPIA = [
  'categorias',
  'servidores',
  'parametros',
  'tablas',
  'consecutivos',
  'rag',
  'procesos',
  'canales',
  'calendarios',
  'tareas-programadas',
  'alertas',
  'colecciones',
  'ai-capabilities',
  'ai-contexts',
  'ai-agents',
  'ai/pricing',
  'ai/budget',
  'configuracion',
] as const
export type RecursoDeCopia = (typeof RECURSOS_DE_COPIA)[number]

const efectoSchema = z.enum(['crear', 'reemplazar', 'dejar', 'conflicto'])
export type EfectoDeRestaurar = z.infer<typeof efectoSchema>

/** What restoring a copy does, or would do. */
export const restauracionSchema = z
  .strictObject({
    simulada: z.boolean(),
    /** When the copy was made, and by which version of the product. */
    creada: z.iso.datetime(),
    version: z.string(),
    cuentas: z.strictObject({
      crear: z.int(),
      reemplazar: z.int(),
      dejar: z.int(),
      conflicto: z.int(),
    }),
    /** The first of them; what changes comes before what stays. */
    elementos: z.array(
      z.strictObject({
        recurso: z.enum(RECURSOS_DE_COPIA),
        id: z.string(),
        nombre: z.string(),
        efecto: efectoSchema,
        detalle: z.string().nullable(),
      }),
    ),
    /** Things that stand here and not in the copy: they stay. */
    soloAqui: z.int(),
  })
  .meta({ id: 'Restauracion' })
export type Restauracion = z.infer<typeof restauracionSchema>
