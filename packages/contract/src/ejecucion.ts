import { z } from 'zod'
import { roleSchema } from './permissions.ts'

/** The states of a run (contract). */
export const ESTADOS_EJECUCION = ['en_cola', 'ejecutando', 'esperando', 'ok', 'error', 'cancelada'] as const
export const estadoEjecucionSchema = z.enum(ESTADOS_EJECUCION)
export type EstadoEjecucion = z.infer<typeof estadoEjecucionSchema>

/** The outcome of one node: exactly one of these (flow.md, Meaning 3). */
export const estadoNodoSchema = z.enum(['ok', 'error', 'omitido', 'cancelado'])
export type EstadoNodo = z.infer<typeof estadoNodoSchema>

/** What leaves by an error handle and what a failed run shows. */
const errorDeNodoSchema = z
  .strictObject({
    codigo: z.string(),
    mensaje: z.string(),
    /** Id of the node that failed; null when the run failed outside any node. */
    nodo: z.string().nullable(),
    detalle: z.unknown().exactOptional(),
  })
  .meta({ id: 'ErrorDeNodo' })
export type ErrorDeNodo = z.infer<typeof errorDeNodoSchema>

/** The span of one node in one run. Nodes inside a splitter's region have one span per item, told apart by `iteracion`. */
const pasoSchema = z
  .strictObject({
    nodo: z.string(),
    estado: estadoNodoSchema,
    /** Epoch milliseconds. */
    inicio: z.number(),
    duracionMs: z.number(),
    /** Index of the item in each region that encloses the node, outermost first; absent outside regions. */
    iteracion: z.array(z.int()).readonly().exactOptional(),
    /** Items that this span tells of together, when there are many alike: `iteracion` is that of the first, the times are sums. */
    iteraciones: z.int().exactOptional(),
    entrada: z.unknown().exactOptional(),
    salida: z.unknown().exactOptional(),
    error: errorDeNodoSchema.exactOptional(),
    /** Attempts made; 1 when the first succeeded. */
    intentos: z.int(),
    /** The handle it left by, when not the normal one. */
    rama: z.string().exactOptional(),
    /** It undid what this node had done, after the run had failed. */
    compensa: z.string().exactOptional(),
    /** A `continuar` that hid this error. */
    aviso: z.string().exactOptional(),
  })
  .meta({ id: 'Paso' })
export type Paso = z.infer<typeof pasoSchema>

/** What a reached salida yields. */
export interface Respuesta {
  estadoHttp: number
  cabeceras: Readonly<Record<string, string>>
  tipoContenido: string | null
  cuerpo: unknown
}

/** A run that a person waited for. Its values are masked and bounded. */
export const resultadoDeEjecucionSchema = z
  .strictObject({
    idEjecucion: z.uuid(),
    estado: estadoEjecucionSchema,
    salida: z.unknown(),
    /** Null: no salida was reached. */
    estadoHttp: z.int().nullable(),
    error: errorDeNodoSchema.nullable(),
    duracionMs: z.number(),
    pasos: z.array(pasoSchema),
    /** Spans that were not kept. */
    pasosOmitidos: z.int(),
  })
  .meta({ id: 'ResultadoDeEjecucion' })
export type ResultadoDeEjecucion = z.infer<typeof resultadoDeEjecucionSchema>

/** What an asynchronous canal answers at once. */
export const ejecucionAceptadaSchema = z
  .strictObject({
    idEjecucion: z.uuid(),
    estado: z.literal('en_cola'),
    urlEstado: z.string().meta({ description: 'Dónde preguntar por ella.' }),
  })
  .meta({ id: 'EjecucionAceptada' })
export type EjecucionAceptada = z.infer<typeof ejecucionAceptadaSchema>

/** What asking for it answers. What stands only after its end is absent before. */
export const estadoDeEjecucionSchema = z
  .strictObject({
    idEjecucion: z.uuid(),
    estado: estadoEjecucionSchema,
    aceptada: z.iso.datetime().optional(),
    iniciada: z.iso.datetime().nullable().optional(),
    terminada: z.iso.datetime().optional(),
    estadoHttp: z.int().optional(),
    tipoContenido: z.string().nullable().optional(),
    urlRespuesta: z
      .string()
      .optional()
      .meta({ description: 'La respuesta, tal como la daría un canal síncrono.' }),
    salida: z.unknown().optional(),
    error: z.unknown().optional(),
  })
  .meta({ id: 'EstadoDeEjecucion' })
export type EstadoDeEjecucion = z.infer<typeof estadoDeEjecucionSchema>

export const cancelacionSchema = z.strictObject({ idEjecucion: z.uuid() })
export type Cancelacion = z.infer<typeof cancelacionSchema>

const ORIGENES_EJECUCION = ['agente', 'canal', 'mcp', 'prueba', 'reintento', 'subproceso', 'tarea'] as const

/** What the list of runs and the page of one have in common. */
const EJECUCION = {
  id: z.uuid(),
  inicio: z.iso.datetime(),
  /** Null while it runs. */
  duracionMs: z.number().nullable(),
  estado: estadoEjecucionSchema,
  procesoId: z.uuid(),
  /** Null: a draft. */
  version: z.int().nullable(),
  canalId: z.uuid().nullable(),
  origen: z.enum(ORIGENES_EJECUCION),
  /** Which process of the product ran it. */
  nodoMotor: z.string(),
  /** What its entrada declares as business key; null: nothing. */
  claveNegocio: z.string().nullable(),
  /** Names are null once the proceso or the canal is gone. */
  proceso: z.string().nullable(),
  canal: z.string().nullable(),
}

export const ejecucionResumenSchema = z
  .strictObject({
    ...EJECUCION,
    errorCodigo: z.string().nullable(),
    errorMensaje: z.string().nullable(),
    errorNodo: z.string().nullable(),
  })
  .meta({ id: 'EjecucionResumen' })
export type EjecucionResumen = z.infer<typeof ejecucionResumenSchema>

/** What a node of a run that sleeps waits for. */
const esperaDeEjecucionSchema = z
  .strictObject({
    nodo: z.string(),
    clase: z.enum(['tiempo', 'senal', 'aprobacion']),
    desde: z.iso.datetime(),
    /** Of a time: until when. Of others: when they are given up; null: never. */
    vence: z.iso.datetime().nullable(),
    /** Of an approval: what is asked, and who decides. */
    titulo: z.string().nullable(),
    rol: roleSchema.nullable(),
  })
  .meta({ id: 'EsperaDeEjecucion' })
export type EsperaDeEjecucion = z.infer<typeof esperaDeEjecucionSchema>

export const ejecucionSchema = z
  .strictObject({
    ...EJECUCION,
    error: errorDeNodoSchema.omit({ detalle: true }).nullable(),
    entrada: z.unknown(),
    salida: z.unknown(),
    pasos: z.array(pasoSchema),
    pasosOmitidos: z.int(),
    sinDatos: z.boolean().meta({
      description: 'Hubo tantas en ese segundo que de esta solo se guardó cuándo, cuánto y cómo terminó.',
    }),
    esperas: z.array(esperaDeEjecucionSchema).exactOptional().meta({
      description:
        'Lo que espera una que duerme, cuyos pasos son los que ya dio, sin sus datos, o una que trabaja mientras tanto en otras ramas.',
    }),
  })
  .meta({ id: 'Ejecucion' })
export type Ejecucion = z.infer<typeof ejecucionSchema>

const cifrasSchema = z.strictObject({
  total: z.int(),
  errores: z.int(),
  /** Null: none has ended. */
  mediaMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
  ultima: z.iso.datetime(),
})
const cifrasDeProcesoSchema = cifrasSchema.extend({ procesoId: z.uuid(), proceso: z.string().nullable() })
const cifrasDeCanalSchema = cifrasSchema.extend({ canalId: z.uuid(), canal: z.string() })

/** What the home page needs to know of a while. */
export const resumenDeEjecucionesSchema = z
  .strictObject({
    /** Runs are counted by the hour: the full hour in which the while begins. */
    desde: z.iso.datetime(),
    total: z.int(),
    errores: z.int(),
    porcentajeErrores: z.number().nullable(),
    /** Those that ran most. */
    procesos: z.array(cifrasDeProcesoSchema),
    canales: z.array(cifrasDeCanalSchema),
    canalesMasLentos: z.array(cifrasDeCanalSchema),
    ultimosFallos: z.array(ejecucionResumenSchema),
  })
  .meta({ id: 'ResumenDeEjecuciones' })
export type ResumenDeEjecuciones = z.infer<typeof resumenDeEjecucionesSchema>
