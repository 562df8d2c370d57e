import { z } from 'zod'
import { FICHA, GUARDADO, USADO } from './ficha.ts'

/** Days that one calendario may name. */
export const MAX_FESTIVOS = 2_000

export const festivoSchema = z.strictObject({
  fecha: z.iso.date('Use una fecha que exista, como 2026-12-25.').meta({ title: 'Fecha' }),
  nombre: z.string().trim().max(200).default('').meta({ title: 'Nombre' }),
  /** The same day and month of every year. */
  anual: z.boolean().default(false).meta({ title: 'Cada año' }),
})
export type Festivo = z.infer<typeof festivoSchema>

/** Days on which tareas do not work as on others. */
export const calendarioSchema = z.strictObject({
  nombre: FICHA.nombre,
  descripcion: FICHA.descripcion,
  finDeSemana: z
    .boolean()
    .default(false)
    .meta({ title: 'Sábados y domingos', description: 'Cuentan como festivos.' }),
  festivos: z.array(festivoSchema).max(MAX_FESTIVOS).default([]).meta({ title: 'Festivos' }),
})
export type Calendario = z.infer<typeof calendarioSchema>

export const calendarioGuardadoSchema = calendarioSchema.extend(GUARDADO).meta({ id: 'CalendarioGuardado' })
export type CalendarioGuardado = z.infer<typeof calendarioGuardadoSchema>

export const calendarioResumenSchema = calendarioGuardadoSchema
  .extend(USADO)
  .meta({ id: 'CalendarioResumen' })
export type CalendarioResumen = z.infer<typeof calendarioResumenSchema>
