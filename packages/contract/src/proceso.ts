import { z } from 'zod'
import { actividadSchema } from './actividad.ts'
import { FICHA, GUARDADO, USADO } from './ficha.ts'
import { FLUJO_VERSION, type Flujo, flujoSchema, hallazgoSchema } from './flujo.ts'

export const procesoSchema = z.strictObject({
  ...FICHA,
  modo: z.enum(['memoria', 'durable']).default('memoria').meta({ title: 'Modo' }),
  /** Null: any number. */
  concurrencia: z.int().min(1).max(100_000).nullable().default(null).meta({
    title: 'Concurrencia',
    description:
      'Ejecuciones de este proceso que todos los motores juntos llevan a la vez, de las que pasan por la cola: llamadas de canales asíncronos, tareas y procesos durables. Las demás esperan. Vale al guardar, sin publicar.',
  }),
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

/** What is said of a version when it is published. */
export const notaDeVersionSchema = z.strictObject({
  nota: z.string().max(2_000).default('').meta({ title: 'Nota', description: 'Qué cambia en esta versión.' }),
})

export const publicacionSchema = z.strictObject({
  version: z.int(),
  /** Nothing has changed since that version, which is the published one already: there is no new one. */
  sinCambios: z.boolean(),
  reemplaza: z.int().nullable().meta({
    description: 'La versión que estaba publicada hasta entonces; nulo: ninguna, o sigue publicada.',
  }),
  hallazgos: z.array(hallazgoSchema),
})
export type Publicacion = z.infer<typeof publicacionSchema>

const nombreDePuntoSchema = z.string().trim().min(1).max(200).meta({ title: 'Nombre' })
/** Without a name it is one of those that the product takes away again. */
export const nuevoPuntoSchema = z.strictObject({ nombre: nombreDePuntoSchema.nullable() })

/** The draft as it was at a moment, without its document. */
export const puntoResumenSchema = procesoSchema
  .pick({ modo: true })
  .extend({
    id: z.uuid(),
    nombre: nombreDePuntoSchema.nullable().meta({
      description: 'Nulo: lo guardó el producto por sí mismo y desaparece cuando hay otros más nuevos.',
    }),
    nodos: z.int(),
    creadoEn: z.iso.datetime(),
    creadoPor: z.string().nullable(),
  })
  .meta({ id: 'PuntoResumen' })
export type PuntoResumen = z.infer<typeof puntoResumenSchema>

export const puntoSchema = puntoResumenSchema.extend({ flujo: flujoSchema }).meta({ id: 'Punto' })
export type Punto = z.infer<typeof puntoSchema>

/** Sent by an open canvas again and again: it is there, and whether it may change the draft. */
export const latidoDePresenciaSchema = z.strictObject({
  pestana: z.uuid(),
  edita: z.boolean().default(false),
})

/** Who else has the process open, and how the draft stands: what an open canvas asks for again and again. */
export const presenciaSchema = procesoGuardadoSchema
  .pick({ revision: true, actualizadoEn: true, actualizadoPor: true, versionPublicada: true })
  .extend({
    presentes: z.array(z.strictObject({ usuario: z.string(), edita: z.boolean(), desde: z.iso.datetime() })),
  })
  .meta({ id: 'Presencia' })
export type Presencia = z.infer<typeof presenciaSchema>

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
