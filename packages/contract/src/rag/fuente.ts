import { z } from 'zod'
import { FICHA } from '../ficha.ts'
import { tareaSchema } from '../tarea.ts'

const direccionSchema = z
  .string()
  .trim()
  .max(2_000)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    message: 'Escriba una dirección completa, con http:// o https://.',
  })

const columna = (title: string) => z.string().trim().min(1).max(200).meta({ title })

/** Where documents come from that nobody uploads. */
const origenDeRagSchema = z
  .discriminatedUnion('tipo', [
    z.strictObject({
      tipo: z.literal('web'),
      direcciones: z
        .array(direccionSchema)
        .min(1, 'Escriba al menos una dirección.')
        .max(500)
        .meta({ title: 'Direcciones' }),
      permitirRedPrivada: z.boolean().default(false).meta({ title: 'Permitir la red privada' }),
    }),
    z.strictObject({
      tipo: z.literal('consulta'),
      servidorId: z.uuid('Elija un servidor.').meta({ title: 'Servidor' }),
      sql: z.string().trim().min(1, 'Escriba la consulta.').max(100_000).meta({ title: 'Consulta SQL' }),
      clave: columna('Columna de la clave'),
      titulo: columna('Columna del título'),
      texto: columna('Columna del texto'),
    }),
  ])
  .meta({ title: 'De dónde' })

export const fuenteDeRagSchema = z.strictObject({
  nombre: FICHA.nombre,
  origen: origenDeRagSchema,
  cadaMinutos: z.int().min(5).max(43_200).nullable().default(1_440).meta({
    title: 'Leer cada (minutos)',
    description: 'Vacío: a sus horas, o solo cuando alguien lo pide.',
  }),
  cron: tareaSchema.shape.cron.meta({
    title: 'A sus horas (cron)',
    description: 'Como el de una tarea programada; entonces no se lee cada tantos minutos.',
    examples: ['0 8 * * 1-5'],
  }),
  zonaHoraria: tareaSchema.shape.zonaHoraria,
})
export type FuenteDeRag = z.infer<typeof fuenteDeRagSchema>

export const ESTADOS_DE_FUENTE = ['pendiente', 'leyendo', 'ok', 'error'] as const
export type EstadoDeFuente = (typeof ESTADOS_DE_FUENTE)[number]

/** What the last reading came to. */
const cuentasSchema = z.strictObject({
  nuevos: z.int(),
  cambiados: z.int(),
  iguales: z.int(),
  quitados: z.int(),
})
export type CuentasDeFuente = z.infer<typeof cuentasSchema>

export const fuenteDeRagGuardadaSchema = fuenteDeRagSchema
  .extend({
    id: z.uuid(),
    revision: z.int(),
    estado: z.enum(ESTADOS_DE_FUENTE),
    /** Of what could not be read; what could, was. */
    error: z.string().nullable(),
    cuentas: cuentasSchema.nullable(),
    leidaEn: z.iso.datetime().nullable(),
    /** Null: when somebody asks for it. */
    proximaEn: z.iso.datetime().nullable(),
    creadoPor: z.string(),
  })
  .meta({ id: 'FuenteDeRagGuardada' })
export type FuenteDeRagGuardada = z.infer<typeof fuenteDeRagGuardadaSchema>
