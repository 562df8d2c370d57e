import { z } from 'zod'
import { flujoSchema } from './flujo.ts'
import { procesoSchema } from './proceso.ts'

export const ESTADOS_DE_COMPARACION = ['distinto', 'soloAqui', 'soloAlli', 'sinPublicar', 'igual'] as const
export type EstadoDeComparacion = (typeof ESTADOS_DE_COMPARACION)[number]

const ladoSchema = z.strictObject({
  id: z.uuid(),
  /** The published one; null: none is. */
  version: z.int().nullable(),
  publicadaEn: z.iso.datetime().nullable(),
  /** There is a draft that is not what is published. */
  conCambios: z.boolean(),
})

/** Something that a proceso uses and that the other DIV has not, or not of that type. */
export const faltaSchema = z.strictObject({
  recurso: z.enum(['servidores', 'procesos', 'parametros', 'tablas', 'consecutivos', 'rag', 'ai-agents']),
  /** As it would be called there. */
  nombre: z.string(),
  motivo: z.enum(['falta', 'otroTipo']),
  tipo: z.string().nullable(),
  tipoAlli: z.string().nullable(),
})
export type Falta = z.infer<typeof faltaSchema>

const procesoComparadoSchema = z.strictObject({
  nombre: z.string(),
  estado: z.enum(ESTADOS_DE_COMPARACION),
  aqui: ladoSchema.nullable(),
  alli: ladoSchema
    .extend({
      /** What is published here waits there as a draft. */
      borradorIgual: z.boolean(),
    })
    .nullable(),
  /** What was compared: promoting says it again, so that nothing else is promoted or overwritten. */
  huellaAqui: z.string().nullable(),
  huellaAlli: z.string().nullable(),
  faltan: z.array(faltaSchema),
  /** Procesos of this DIV that it calls: those that are not there are promoted with it, or before. */
  llama: z.array(z.string()),
})
export type ProcesoComparado = z.infer<typeof procesoComparadoSchema>

export const ESTADOS_DE_VINCULO = ['falta', 'otroTipo', 'distinto', 'igual', 'sinComparar'] as const
export type EstadoDeVinculo = (typeof ESTADOS_DE_VINCULO)[number]

/** What a name stands for in one of the two. */
const extremoSchema = z.strictObject({
  nombre: z.string(),
  tipo: z.string(),
  /** Of a servidor its address, of a parámetro how its value begins; null: none is told. */
  dato: z.string().nullable(),
  esSecreto: z.boolean(),
  activo: z.boolean(),
})
export type Extremo = z.infer<typeof extremoSchema>

/** A servidor or parámetro that published procesos of this DIV name, and what it is bound to in the other one. */
const vinculoComparadoSchema = z.strictObject({
  recurso: z.enum(['servidores', 'parametros']),
  /** Here. */
  nombre: z.string(),
  nombreAlli: z.string(),
  /** Missing there or of another type; else by address or value. Secrets are not compared. */
  estado: z.enum(ESTADOS_DE_VINCULO),
  aqui: extremoSchema.nullable(),
  alli: extremoSchema.nullable(),
  /** That name it. */
  procesos: z.array(z.string()),
})
export type VinculoComparado = z.infer<typeof vinculoComparadoSchema>

/** The procesos of this DIV beside those of another one. */
export const comparacionSchema = z
  .strictObject({
    momento: z.iso.datetime(),
    version: z.strictObject({ aqui: z.string(), alli: z.string() }),
    procesos: z.array(procesoComparadoSchema),
    vinculos: z.array(vinculoComparadoSchema),
  })
  .meta({ id: 'Comparacion' })
export type Comparacion = z.infer<typeof comparacionSchema>

/** With names in place of the ids of either DIV. */
const documentoComparadoSchema = procesoSchema
  .pick({ modo: true, descripcion: true })
  .extend({ flujo: flujoSchema })

/** What is published of one proceso on either side; null: nothing is. */
export const procesoEnAmbosSchema = z
  .strictObject({
    nombre: z.string(),
    aqui: documentoComparadoSchema.nullable(),
    alli: documentoComparadoSchema.nullable(),
  })
  .meta({ id: 'ProcesoEnAmbos' })
export type ProcesoEnAmbos = z.infer<typeof procesoEnAmbosSchema>

/** What can be bound, by name. */
export const nombresDeEntornoSchema = z
  .strictObject({
    aqui: z.strictObject({ servidores: z.array(z.string()), parametros: z.array(z.string()) }),
    alli: z.strictObject({ servidores: z.array(z.string()), parametros: z.array(z.string()) }),
  })
  .meta({ id: 'NombresDeEntorno' })
export type NombresDeEntorno = z.infer<typeof nombresDeEntornoSchema>

export const promoverSchema = z.strictObject({
  procesos: z
    .array(
      z.strictObject({
        nombre: z.string().min(1).max(200),
        huellaAqui: z.string().max(100),
        /** Null: there was none there. */
        huellaAlli: z.string().max(200).nullable(),
      }),
    )
    .min(1, 'Elija al menos un proceso.')
    .refine(
      (procesos) => new Set(procesos.map(({ nombre }) => nombre.toLowerCase())).size === procesos.length,
      {
        error: 'Un proceso está dos veces.',
      },
    )
    .meta({ title: 'Procesos' }),
  /** Otherwise they wait there as drafts. */
  publicar: z.boolean().default(false).meta({ title: 'Publicar' }),
  nota: z.string().trim().max(2_000).default('').meta({ title: 'Nota' }),
})
export type Promover = z.infer<typeof promoverSchema>

export const ESTADOS_DE_PROMOCION = [
  'publicado',
  'sinCambios',
  'borrador',
  'fallido',
  'incierto',
  'sinIntentar',
] as const
export type EstadoDePromocion = (typeof ESTADOS_DE_PROMOCION)[number]

/** What became of each proceso. */
export const promocionSchema = z
  .strictObject({
    resultados: z.array(
      z.strictObject({
        nombre: z.string(),
        estado: z.enum(ESTADOS_DE_PROMOCION),
        /** The one that is published there now. */
        version: z.int().nullable(),
        mensaje: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Promocion' })
export type Promocion = z.infer<typeof promocionSchema>
