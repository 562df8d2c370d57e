import { z } from 'zod'
import { objetivoMostradoSchema } from '../ai-capability.ts'

/** `espera`: a person has to say whether it may go on. */
export const ESTADOS_DE_AGENTE = ['ejecutando', 'espera', 'ok', 'error', 'detenida'] as const
export type EstadoDeAgente = (typeof ESTADOS_DE_AGENTE)[number]

/** Who had it run. */
export const ORIGENES_DE_AGENTE = ['chat', 'prueba', 'caso', 'proceso'] as const
export type OrigenDeAgente = (typeof ORIGENES_DE_AGENTE)[number]

const tokensSchema = z.strictObject({ entrada: z.int(), salida: z.int() })

/** `rechazada`: it was not done, and `motivo` says why not. `espera`: it is done once a person allows it. */
export const ESTADOS_DE_USO = ['espera', 'ejecutando', 'ok', 'error', 'rechazada'] as const
export type EstadoDeUso = (typeof ESTADOS_DE_USO)[number]

const usoDeCapacidadSchema = z.strictObject({
  tipo: z.literal('capacidad'),
  /** By which it is confirmed. */
  id: z.string(),
  /** As the model called it; there need be none of this name. */
  nombre: z.string(),
  capacidadId: z.uuid().nullable(),
  /** As it was called then. Absent: there is none of this name, or it was not kept yet. */
  objetivo: objetivoMostradoSchema.exactOptional(),
  escribe: z.boolean(),
  /** What the model had read from outside before it asked for this. */
  trasDatosAjenos: z.boolean(),
  estado: z.enum(ESTADOS_DE_USO),
  motivo: z.string().nullable(),
  /** As histories show values: cut, and without what is hidden. */
  entrada: z.unknown(),
  salida: z.unknown(),
  /** The run of its proceso. */
  ejecucionId: z.uuid().nullable(),
  duracionMs: z.number(),
})
export type UsoDeCapacidad = z.infer<typeof usoDeCapacidadSchema>

const turnoDeModeloSchema = z.strictObject({
  tipo: z.literal('modelo'),
  modelo: z.string(),
  texto: z.string(),
  tokens: tokensSchema,
  /** The service did not tell, as of an answer that was stopped: so many are counted at most. */
  estimado: z.boolean().exactOptional(),
  duracionMs: z.number(),
})

/** A context that the model was told before it was asked, or why it was not. */
const contextoDichoSchema = z.strictObject({
  tipo: z.literal('contexto'),
  /** Null: whoever asks is not told that it exists. */
  nombre: z.string().nullable(),
  estado: z.enum(['ok', 'omitido']),
  motivo: z.string().nullable(),
  /** As `estimateTokens` has it. */
  tokens: z.int(),
})

/** One thing that happened in a run, in the order in which they began. */
export const pasoDeAgenteSchema = z
  .discriminatedUnion('tipo', [turnoDeModeloSchema, usoDeCapacidadSchema, contextoDichoSchema])
  .meta({ id: 'PasoDeAgente' })
export type PasoDeAgente = z.infer<typeof pasoDeAgenteSchema>

/** Those that the limit of an agente is about: what it is told before it is asked is none of them. */
export function countPasos(pasos: readonly Pick<PasoDeAgente, 'tipo'>[]): number {
  return pasos.filter(({ tipo }) => tipo !== 'contexto').length
}

export const ejecucionDeAgenteSchema = z
  .strictObject({
    id: z.uuid(),
    agenteId: z.uuid(),
    /** Null: the draft. */
    version: z.int().nullable(),
    origen: z.enum(ORIGENES_DE_AGENTE),
    conversacionId: z.uuid().nullable(),
    estado: z.enum(ESTADOS_DE_AGENTE),
    mensaje: z.string(),
    respuesta: z.string(),
    /** The data of the answer, where the agente declares some. */
    datos: z.unknown(),
    error: z.strictObject({ codigo: z.string(), mensaje: z.string() }).nullable(),
    pasos: z.array(pasoDeAgenteSchema),
    tokens: tokensSchema,
    /** A service did not tell all of them. */
    tokensEstimados: z.boolean(),
    /** A decimal text; null: the model has no price. */
    importe: z.string().nullable(),
    moneda: z.string().nullable(),
    inicio: z.iso.datetime(),
    /** Without what it waited for a person. */
    duracionMs: z.number(),
  })
  .meta({ id: 'EjecucionDeAgente' })
export type EjecucionDeAgente = z.infer<typeof ejecucionDeAgenteSchema>

const MENSAJE = z.string().trim().min(1, 'Escriba un mensaje.').max(50_000).meta({ title: 'Mensaje' })

export const preguntarAAgenteSchema = z.strictObject({
  agenteId: z.uuid('Elija un agente.').meta({ title: 'Agente' }),
  mensaje: MENSAJE,
  /** Absent: a new one begins. */
  conversacionId: z.uuid().optional().meta({ title: 'Conversación' }),
})
export type PreguntaAAgente = z.infer<typeof preguntarAAgenteSchema>

export const probarAgenteSchema = z.strictObject({ mensaje: MENSAJE })

/** What a person says to what waits for them. */
export const decidirUsosSchema = z.strictObject({
  decisiones: z
    .array(z.strictObject({ id: z.string().min(1).max(500), permitido: z.boolean() }))
    .min(1)
    .max(100),
})
export type DecisionDeUso = z.infer<typeof decidirUsosSchema>['decisiones'][number]

/** What whoever listens to a run is told, as it happens. */
export type EventoDeAgente =
  | { tipo: 'inicio'; ejecucionId: string; conversacionId: string | null }
  | { tipo: 'texto'; texto: string }
  /** There is one more, or the one of this place is not what it was. */
  | { tipo: 'paso'; lugar: number; paso: PasoDeAgente }
  /** It has ended, or waits for a person. */
  | { tipo: 'fin'; ejecucion: EjecucionDeAgente }
