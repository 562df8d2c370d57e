import { z } from 'zod'
import { GUARDADO } from '../ficha.ts'
import { importeSchema, monedaSchema } from './importe.ts'

const DIA = z.iso.date('Use una fecha, como 2026-01-31.')
const porMillon = importeSchema.nullable().default(null)

/** What a model costs from a day on. Of those that hold on a day, the one that began last counts. */
export const precioSchema = z.strictObject({
  modelo: z.string().trim().max(200).default('').meta({
    title: 'Modelo',
    description: 'Como lo llama su servicio. Vacío: cualquiera que no tenga un precio propio.',
  }),
  servidorId: z
    .uuid()
    .nullable()
    .default(null)
    .meta({ title: 'Servidor', description: 'Vacío: cualquiera que no tenga un precio propio.' }),
  desde: DIA.meta({ title: 'Desde', description: 'El primer día en que vale, en UTC.' }),
  hasta: DIA.nullable()
    .default(null)
    .meta({ title: 'Hasta', description: 'El último. Vacío: hasta que empiece otro.' }),
  entradaPorMillon: importeSchema.meta({ title: 'Entrada', description: 'Por millón de tokens.' }),
  salidaPorMillon: importeSchema.meta({ title: 'Salida', description: 'Por millón de tokens.' }),
  cacheadaPorMillon: porMillon.meta({
    title: 'Entrada que su servicio ya tenía',
    description: 'Por millón de tokens. Vacío: como la demás entrada.',
  }),
  embeddingsPorMillon: porMillon.meta({
    title: 'Vectores',
    description: 'Por millón de tokens. Vacío: como la entrada.',
  }),
  moneda: monedaSchema,
})
export type Precio = z.infer<typeof precioSchema>

export const precioGuardadoSchema = precioSchema
  .extend({
    ...GUARDADO,
    /** What it is called in lists: its model. */
    nombre: z.string(),
  })
  .meta({ id: 'PrecioGuardado' })
export type PrecioGuardado = z.infer<typeof precioGuardadoSchema>

export const precioResumenSchema = precioGuardadoSchema
  .extend({
    /** What its servidor is called; null: it is of any. */
    servidor: z.string().nullable(),
  })
  .meta({ id: 'PrecioResumen' })
export type PrecioResumen = z.infer<typeof precioResumenSchema>
