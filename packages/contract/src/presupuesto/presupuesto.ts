import { z } from 'zod'
import { FICHA, GUARDADO, USADO } from '../ficha.ts'
import { importeSchema, monedaSchema } from './importe.ts'

/** Whose calls a budget counts. */
export const AMBITOS = ['todos', 'role', 'usuario', 'agente', 'proceso'] as const
export type Ambito = (typeof AMBITOS)[number]

export const PERIODOS = ['dia', 'semana', 'mes', 'trimestre', 'anio'] as const
export type Periodo = (typeof PERIODOS)[number]

export const presupuestoSchema = z.strictObject({
  nombre: FICHA.nombre,
  descripcion: FICHA.descripcion,
  activo: z.boolean().default(true).meta({ title: 'Activo' }),
  ambito: z.enum(AMBITOS).default('todos').meta({ title: 'De quién' }),
  /** The role, or the id of the usuario, agente or proceso; null: of `todos`. */
  de: z.string().trim().min(1).max(200).nullable().default(null).meta({ title: 'De' }),
  periodo: z.enum(PERIODOS).default('mes').meta({ title: 'Periodo' }),
  zonaHoraria: z
    .string()
    .min(1)
    .max(100)
    .default('UTC')
    .meta({ title: 'Zona horaria', description: 'Por la que empieza y termina cada periodo.' }),
  importe: importeSchema.meta({ title: 'Importe', description: 'Lo que se puede gastar en cada periodo.' }),
  moneda: monedaSchema,
  duro: z
    .boolean()
    .default(false)
    .meta({ title: 'Cortar al agotarse', description: 'Ninguna llamada que no quepa se hace.' }),
  avisos: z
    .array(z.int().min(1).max(100))
    .max(10)
    .default([50, 80, 100])
    .meta({ title: 'Avisar al (%)', description: 'Una vez en cada periodo, en la campana.' }),
})
export type Presupuesto = z.infer<typeof presupuestoSchema>

export const presupuestoGuardadoSchema = presupuestoSchema
  .extend(GUARDADO)
  .meta({ id: 'PresupuestoGuardado' })
export type PresupuestoGuardado = z.infer<typeof presupuestoGuardadoSchema>

/** How it stands in the period that goes on. Amounts are decimal texts. */
export const presupuestoResumenSchema = presupuestoGuardadoSchema
  .extend({
    ...USADO,
    /** What is meant by `de`; null: of all, or it is gone. */
    deNombre: z.string().nullable(),
    inicio: z.iso.datetime(),
    fin: z.iso.datetime(),
    gastado: z.string(),
    /** Of calls that are under way: what they may cost at the most. */
    reservado: z.string(),
    /** What will be spent at the end if it goes on so. */
    previsto: z.string(),
    /** Calls that were not made in this period, as they did not fit. */
    rechazos: z.int(),
  })
  .meta({ id: 'PresupuestoResumen' })
export type PresupuestoResumen = z.infer<typeof presupuestoResumenSchema>
