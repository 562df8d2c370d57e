import { z } from 'zod'
import { actividadSchema } from './actividad.ts'
import { FICHA, GUARDADO, USADO } from './ficha.ts'
import { FLUJO_VERSION, type Flujo, flujoSchema, hallazgoSchema } from './flujo.ts'

export const procesoSchema = z.strictObject({
  ...FICHA,
  modo: z.enum(['memoria', 'durable']).default('memoria').meta({ title: 'Modo' }),
  /** Parsed by parseFlujo, which brings older versions forward. Absent on creation: an entrada joined to a salida. */
  flujo: z.record(z.string(), z.unknown()).meta({ documento: 'Flujo' }).optional(),
})
export type Proceso = z.infer<typeof procesoSchema>

export const procesoGuardadoSchema = procesoSchema
  .extend({
    ...GUARDADO,
    /** The draft. */
    flujo: flujoSchema,
    /** Null: none was published. */
    versionPublicada: z.int().nullable(),
  })
  .meta({ id: 'ProcesoGuardado' })
export type ProcesoGuardado = z.infer<typeof procesoGuardadoSchema>

export const procesoResumenSchema = procesoGuardadoSchema
  .omit({ flujo: true })
  .extend({
    nodos: z.int().meta({ description: 'Cuántos nodos tiene el borrador.' }),
    /** The draft differs from the version that is published; true before the first one. */
    conCambios: z.boolean(),
    canales: z
      .array(z.strictObject({ id: z.uuid(), nombre: z.string() }))
      .meta({ description: 'Los canales que lo publican.' }),
    ...USADO,
    actividad: actividadSchema,
  })
  .meta({ id: 'ProcesoResumen' })
export type ProcesoResumen = z.infer<typeof procesoResumenSchema>

/** How the draft stands to what is published; what a list can be narrowed to. */
export const ESTADOS_PROCESO = ['sin-publicar', 'con-cambios', 'publicado'] as const
export type EstadoProceso = (typeof ESTADOS_PROCESO)[number]

/** A published version without its document. */
export const versionResumenSchema = procesoSchema
  .pick({ modo: true })
  .extend({
    version: z.int(),
    nota: z.string(),
    publicadaEn: z.iso.datetime(),
    publicadaPor: z.string().nullable(),
  })
  .meta({ id: 'VersionResumen' })
export type VersionResumen = z.infer<typeof versionResumenSchema>

export const versionSchema = versionResumenSchema.extend({ flujo: flujoSchema }).meta({ id: 'Version' })
export type Version = z.infer<typeof versionSchema>

/** Whether the draft could be published and run; only an `error` keeps it from that. */
export const validacionDeProcesoSchema = z.strictObject({
  valido: z.boolean(),
  hallazgos: z.array(hallazgoSchema),
})
export type ValidacionDeProceso = z.infer<typeof validacionDeProcesoSchema>

export const publicacionSchema = z.strictObject({ version: z.int(), hallazgos: z.array(hallazgoSchema) })
export type Publicacion = z.infer<typeof publicacionSchema>

/** Where a new proceso begins. */
export function newFlujo(): Flujo {
  return {
    version: FLUJO_VERSION,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion: { x: 0, y: 0 }, parametros: [] },
      {
        id: 'n2',
        tipo: 'salida',
        nombre: 'Salida',
        posicion: { x: 320, y: 0 },
        parametros: [],
        estadoHttp: 200,
      },
    ],
    conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
  }
}
