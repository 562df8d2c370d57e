import { z } from 'zod'
import { ajusteNumero } from './ajuste-numero.ts'

/** Of which runs of a proceso the history keeps what they did. All of them are counted. */
export const NIVELES_TRAZA = ['nada', 'errores', 'muestreo', 'todo'] as const
export type NivelTraza = (typeof NIVELES_TRAZA)[number]

const nivelSchema = z.enum(NIVELES_TRAZA)
const porcentajeSchema = z.number().min(0.01).max(100).meta({
  title: 'De cada cien',
  description: 'Con «muestreo», de las que salen bien se guardan tantas; las demás se guardan todas.',
})

/** What an admin decides of the traces of runs while the product runs; null: as it was started. */
export const ajustesTrazasSchema = z.strictObject({
  nivel: nivelSchema.default('todo').meta({ title: 'Qué se guarda' }),
  porcentaje: porcentajeSchema.default(10),
  procesos: z
    .array(
      z.strictObject({
        procesoId: z.uuid({ error: 'Elija el proceso.' }),
        nivel: nivelSchema,
        porcentaje: porcentajeSchema,
      }),
    )
    .max(500)
    .default([])
    .meta({ title: 'Procesos con otro nivel' }),
  camposOcultos: z
    .array(z.string().trim().min(1).max(100))
    .max(200)
    .default([])
    .meta({ title: 'Campos que se ocultan' }),
  patronesOcultos: z
    .array(z.string().min(1).max(500))
    .max(50)
    .default([])
    .meta({ title: 'Textos que se ocultan' }),
  muestraBytes: ajusteNumero(64, 1_048_576).meta({
    title: 'Caracteres de un dato',
    description: 'Lo que un nodo recibió o produjo se corta ahí, y lo dice.',
  }),
  muestraElementos: ajusteNumero(1, 10_000).meta({
    title: 'Elementos de una lista',
    description: 'De los demás se guarda cuántos eran.',
  }),
  historialEjecucionBytes: ajusteNumero(1_024, 67_108_864).meta({
    title: 'Caracteres de una ejecución',
    description: 'Los pasos que no caben se guardan sin sus datos.',
  }),
  historialDatosPorSegundo: ajusteNumero(0, 1_000_000).meta({
    title: 'Ejecuciones con datos por segundo',
    description:
      'De cada proceso y en cada worker. De las demás que salen bien se guarda cuándo y cuánto duraron; las que fallan o son lentas se guardan enteras.',
  }),
  historialMegabytes: ajusteNumero(1, 100_000_000).meta({
    title: 'Megabytes del historial',
    description: 'Al pasar de ahí se borran los días más viejos, nunca el de hoy. Vacío: sin límite.',
  }),
})
export type AjustesTrazas = z.infer<typeof ajustesTrazasSchema>

/** Sizes that a null stands for. */
const tamanosSchema = z.strictObject({
  muestraBytes: z.int(),
  muestraElementos: z.int(),
  historialEjecucionBytes: z.int(),
  historialDatosPorSegundo: z.int(),
})

export const trazabilidadSchema = z
  .strictObject({
    ajustes: ajustesTrazasSchema,
    porDefecto: tamanosSchema,
    revision: z.int(),
    /** Where runs are exported to by OTLP, as the product was started; null: nowhere. */
    exportacion: z
      .strictObject({ destino: z.string(), servicio: z.string(), muestreo: z.string() })
      .nullable(),
    /** What the history takes now. */
    historial: z.strictObject({
      bytes: z.number(),
      /** Days for which it is kept. */
      dias: z.int(),
      /** The first day that it holds, UTC; null: none yet. */
      desde: z.iso.date().nullable(),
    }),
  })
  .meta({ id: 'Trazabilidad' })
export type Trazabilidad = z.infer<typeof trazabilidadSchema>

export const cambioDeTrazabilidadSchema = ajustesTrazasSchema.extend({ revision: z.int() })
