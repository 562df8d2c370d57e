import { z } from 'zod'
import { estadoEjecucionSchema } from './ejecucion.ts'
import { GUARDADO } from './ficha.ts'

/** How much of the answer a case looks at: all of it, only what the case says, or nothing but its state. */
export const COMPARACIONES = ['completa', 'campos', 'ninguna'] as const

/** What a run must come to. */
export const esperadoSchema = z.discriminatedUnion('estado', [
  z.strictObject({
    estado: z.literal('ok'),
    /** Null: any. */
    estadoHttp: z.int().min(100).max(599).nullable().default(null).meta({ title: 'Estado HTTP' }),
    comparar: z.enum(COMPARACIONES).default('completa').meta({
      title: 'Se compara',
      description: 'La respuesta entera, solo los campos que se dicen o nada más.',
    }),
    salida: z.unknown().default(null).meta({ title: 'Respuesta esperada' }),
  }),
  z.strictObject({
    estado: z.literal('error'),
    /** Null: any. */
    codigo: z.string().trim().min(1).max(100).nullable().default(null).meta({ title: 'Código del error' }),
  }),
])
export type Esperado = z.infer<typeof esperadoSchema>

/** A named input of a proceso and what it must come to; what stands outside may be given with it. */
export const casoDePruebaSchema = z.strictObject({
  nombre: z.string().trim().min(1).max(200).meta({ title: 'Nombre' }),
  descripcion: z.string().max(2_000).default('').meta({ title: 'Descripción' }),
  entrada: z
    .record(z.string(), z.unknown())
    .default({})
    .meta({ title: 'Entrada del caso', description: 'Con qué se ejecuta.' }),
  /** Outputs by node id that the run takes as they are: a case need not reach what a node calls. */
  datosFijados: z.record(z.string(), z.unknown()).default({}).meta({
    title: 'Datos fijados del caso',
    description: 'Por el id de su nodo, lo que este da sin que se le llame.',
  }),
  esperado: esperadoSchema.meta({ title: 'Debe', description: 'Terminar bien o fallar.' }),
})
export type CasoDePrueba = z.infer<typeof casoDePruebaSchema>

export const casoDePruebaGuardadoSchema = casoDePruebaSchema.extend(GUARDADO).meta({ id: 'CasoDePrueba' })
export type CasoDePruebaGuardado = z.infer<typeof casoDePruebaGuardadoSchema>

export const ejecutarCasosSchema = z.strictObject({
  /** Absent: all. */
  casos: z.array(z.uuid()).max(1_000).optional(),
  /** Absent: the draft. */
  version: z.int().min(1).optional(),
})
export type EjecutarCasos = z.infer<typeof ejecutarCasosSchema>

/** One place in which a run came to something else than its case says. */
export const diferenciaSchema = z.strictObject({
  /** `estado`, `codigo`, `estadoHttp`, or `salida` with the path in it: `salida.filas[0].nombre`. */
  ruta: z.string(),
  mensaje: z.string(),
  /** Absent: there should be nothing. */
  esperado: z.unknown().exactOptional(),
  /** Absent: there is nothing. */
  obtenido: z.unknown().exactOptional(),
})
export type Diferencia = z.infer<typeof diferenciaSchema>

export const resultadoDeCasoSchema = z.strictObject({
  casoId: z.uuid(),
  nombre: z.string(),
  ok: z.boolean(),
  diferencias: z.array(diferenciaSchema),
  /** Null: it did not come to a run. */
  idEjecucion: z.uuid().nullable(),
  estado: estadoEjecucionSchema.nullable(),
  duracionMs: z.number(),
})
export type ResultadoDeCaso = z.infer<typeof resultadoDeCasoSchema>

export const resultadosDeCasosSchema = z
  .strictObject({ resultados: z.array(resultadoDeCasoSchema) })
  .meta({ id: 'ResultadosDeCasos' })
export type ResultadosDeCasos = z.infer<typeof resultadosDeCasosSchema>
