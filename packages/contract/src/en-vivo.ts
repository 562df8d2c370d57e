import { z } from 'zod'
import { estadoEjecucionSchema, estadoNodoSchema } from './ejecucion.ts'
import { metricasSchema } from './metricas.ts'

/** How far a node has come in a run that goes on: of one in a region, all its items together. */
const nodoEnVivoSchema = z
  .strictObject({
    nodo: z.string(),
    estado: z.enum(['ejecutando', ...estadoNodoSchema.options]),
    /** When it first began, in epoch milliseconds. */
    inicio: z.number(),
    duracionMs: z.number(),
    /** How often it has ended. */
    veces: z.int(),
    /** Rows or items that it put out last; null of what is not many. */
    elementos: z.int().nullable(),
    /** How often it left by each handle; the empty name is the normal one. */
    ramas: z.record(z.string(), z.int()),
  })
  .meta({ id: 'NodoEnVivo' })
export type NodoEnVivo = z.infer<typeof nodoEnVivoSchema>

/** What a run tells whoever watches it. */
const eventoEnVivoSchema = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('inicio'), idEjecucion: z.uuid() }),
  /** The nodes that have come further since the event before. */
  z.strictObject({ tipo: z.literal('avance'), nodos: z.array(nodoEnVivoSchema) }),
  z.strictObject({ tipo: z.literal('fin'), estado: estadoEjecucionSchema, duracionMs: z.number() }),
])
export type EventoEnVivo = z.infer<typeof eventoEnVivoSchema>

export const eventoNumeradoSchema = z.strictObject({ seq: z.int(), evento: eventoEnVivoSchema })
export type EventoNumerado = z.infer<typeof eventoNumeradoSchema>

/** What can be watched: a test run, by the id that whoever started it chose for that. */
const temaDePruebaSchema = z.strictObject({ tipo: z.literal('prueba'), seguimiento: z.uuid() })
export type TemaDePrueba = z.infer<typeof temaDePruebaSchema>

/** Or any run, by its own id, whichever process has it. */
const temaDeEjecucionSchema = z.strictObject({ tipo: z.literal('ejecucion'), id: z.uuid() })
export type TemaDeEjecucion = z.infer<typeof temaDeEjecucionSchema>

/** What is told in numbered events. */
const temaNumeradoSchema = z.discriminatedUnion('tipo', [temaDePruebaSchema, temaDeEjecucionSchema])
export type TemaNumerado = z.infer<typeof temaNumeradoSchema>

/** And what is only said to have changed: whoever hears it reads what it is now. */
const temaDeSenalSchema = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('ejecuciones') }),
  z.strictObject({ tipo: z.literal('metricas') }),
  z.strictObject({ tipo: z.literal('notificaciones') }),
])
export type TemaDeSenal = z.infer<typeof temaDeSenalSchema>

export const temaSchema = z.discriminatedUnion('tipo', [temaNumeradoSchema, temaDeSenalSchema])
export type Tema = z.infer<typeof temaSchema>

/** What a browser says over `/ws`. The first message authenticates. */
export const mensajeAlMotorSchema = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('autenticar'), token: z.string().min(1).max(8_192) }),
  /** `desde`: the number of the last event that it knows of. */
  z.strictObject({
    tipo: z.literal('suscribir'),
    tema: temaSchema,
    desde: z.int().min(0).default(0),
  }),
  z.strictObject({ tipo: z.literal('desuscribir'), tema: temaSchema }),
])
export type MensajeAlMotor = z.input<typeof mensajeAlMotorSchema>

/** What the motor says over `/ws`. */
export const mensajeDelMotorSchema = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('listo') }),
  z.strictObject({
    tipo: z.literal('eventos'),
    tema: temaNumeradoSchema,
    eventos: z.array(eventoNumeradoSchema),
  }),
  /** Once after it was asked for, and at every change. */
  z.strictObject({
    tipo: z.literal('cambio'),
    tema: temaDeSenalSchema,
    /** Of `metricas`: what they are now. */
    metricas: metricasSchema.exactOptional(),
  }),
  z.strictObject({ tipo: z.literal('error'), codigo: z.string(), mensaje: z.string() }),
])
export type MensajeDelMotor = z.infer<typeof mensajeDelMotorSchema>

/** Why `/ws` closes a connection (RFC 6455, 7.4.2: codes from 4000 on are the application's). */
export const CIERRES = {
  /** Nobody said who asks, or it is not so any more: renew the session and come back. */
  sinSesion: 4401,
  /** It reads more slowly than events come: come back with the last number. */
  lento: 4408,
  /** Nothing was watched for a while. */
  inactivo: 4409,
  /** There is no place for another connection. */
  lleno: 4429,
} as const
