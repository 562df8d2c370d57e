import { z } from 'zod'
import { TIPOS_DE_DOCUMENTO } from '../rag/documento.ts'

/** What a message may bring along: documents, of which the model reads the text, and pictures, which it looks at. */
export const TIPOS_DE_ADJUNTO = [...TIPOS_DE_DOCUMENTO, 'imagen'] as const
export type TipoDeAdjunto = (typeof TIPOS_DE_ADJUNTO)[number]

export const adjuntoSchema = z
  .strictObject({
    id: z.uuid(),
    nombre: z.string(),
    tipo: z.enum(TIPOS_DE_ADJUNTO),
    bytes: z.int(),
    /** Of its text; null: it is a picture. */
    caracteres: z.int().nullable(),
  })
  .meta({ id: 'AdjuntoDeMensaje' })
export type Adjunto = z.infer<typeof adjuntoSchema>

/** A passage that the model was given, under the number by which it names it. */
export const citaSchema = z
  .strictObject({
    numero: z.int(),
    coleccionId: z.uuid(),
    coleccion: z.string(),
    documentoId: z.uuid(),
    documento: z.string(),
    /** Its place among the passages of the document, from 0. */
    orden: z.int(),
    titulo: z.array(z.string()),
    texto: z.string(),
  })
  .meta({ id: 'CitaDeMensaje' })
export type Cita = z.infer<typeof citaSchema>

/** What a message has beside its text. */
export const piezaDeMensajeSchema = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('adjunto'), adjunto: adjuntoSchema }),
  z.strictObject({ tipo: z.literal('cita'), cita: citaSchema }),
  /** What whoever asked should know of how it was answered. */
  z.strictObject({ tipo: z.literal('aviso'), texto: z.string() }),
])
export type PiezaDeMensaje = z.infer<typeof piezaDeMensajeSchema>

export const ROLES_DE_MENSAJE = ['usuario', 'asistente', 'herramienta'] as const
export type RolDeMensaje = (typeof ROLES_DE_MENSAJE)[number]

/** All but `generando` are final. `detenido`: somebody stopped it. */
export const ESTADOS_DE_MENSAJE = ['generando', 'ok', 'error', 'detenido'] as const
export type EstadoDeMensaje = (typeof ESTADOS_DE_MENSAJE)[number]

export const errorDeMensajeSchema = z.strictObject({ codigo: z.string(), mensaje: z.string() })
export type ErrorDeMensaje = z.infer<typeof errorDeMensajeSchema>

/** `longitud`: it had more to say than it was given room for. */
export const MOTIVOS_DE_FIN = ['completo', 'longitud', 'otro'] as const
export type MotivoDeFin = (typeof MOTIVOS_DE_FIN)[number]

/** What one side of a conversation said. */
export const mensajeSchema = z
  .strictObject({
    id: z.uuid(),
    /** Its place in the conversation, from 1. */
    orden: z.int(),
    rol: z.enum(ROLES_DE_MENSAJE),
    texto: z.string(),
    piezas: z.array(piezaDeMensajeSchema),
    estado: z.enum(ESTADOS_DE_MENSAJE),
    error: errorDeMensajeSchema.nullable(),
    motivo: z.enum(MOTIVOS_DE_FIN).nullable(),
    /** The one that answered. */
    modelo: z.string().nullable(),
    /** Null: nothing was asked of a service. */
    tokensEntrada: z.int().nullable(),
    tokensSalida: z.int().nullable(),
    /** The service did not tell, as of an answer that was stopped: so many are counted at most. */
    tokensEstimados: z.boolean(),
    /** Of all calls made for it, as a decimal text; null: the model has no price. */
    importe: z.string().nullable(),
    moneda: z.string().nullable(),
    creadoEn: z.iso.datetime(),
    terminadoEn: z.iso.datetime().nullable(),
  })
  .meta({ id: 'MensajeDeConversacion' })
export type Mensaje = z.infer<typeof mensajeSchema>

/** What a person says: a text, attachments that were uploaded before, or both. */
export const mensajeNuevoSchema = z
  .strictObject({
    texto: z.string().trim().default('').meta({ title: 'Mensaje' }),
    adjuntos: z.array(z.uuid()).default([]).meta({ title: 'Adjuntos' }),
  })
  .refine(({ texto, adjuntos }) => texto !== '' || adjuntos.length > 0, {
    path: ['texto'],
    message: 'Escriba un mensaje o adjunte un archivo.',
  })
export type MensajeNuevo = z.infer<typeof mensajeNuevoSchema>

/** What is told while an answer is written, each as an event of its `tipo`. `fin` is the last one, however it ended. */
export const eventoDeChatSchema = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('inicio'), pregunta: mensajeSchema.nullable(), respuesta: mensajeSchema }),
  z.strictObject({ tipo: z.literal('modelo'), modelo: z.string() }),
  z.strictObject({ tipo: z.literal('pieza'), pieza: piezaDeMensajeSchema }),
  /** `desde`: where in the answer it stands, in UTF-16 units. */
  z.strictObject({ tipo: z.literal('texto'), desde: z.int(), texto: z.string() }),
  z.strictObject({ tipo: z.literal('error'), codigo: z.string(), mensaje: z.string() }),
  z.strictObject({ tipo: z.literal('fin'), mensaje: mensajeSchema }),
])
export type EventoDeChat = z.infer<typeof eventoDeChatSchema>
