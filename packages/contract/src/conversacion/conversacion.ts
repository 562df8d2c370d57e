import { z } from 'zod'

export const CLASES_DE_CONVERSACION = ['chat', 'agente'] as const
export type ClaseDeConversacion = (typeof CLASES_DE_CONVERSACION)[number]

/** Of a collection each search costs time: more are hardly meant. */
const MAX_COLECCIONES = 10
/** That a model is told of before it is asked. */
export const MAX_CONTEXTOS = 10

/** What a person decides of a conversation with a model. */
export const conversacionSchema = z.strictObject({
  titulo: z
    .string()
    .trim()
    .max(200)
    .default('')
    .meta({ title: 'Título', description: 'Vacío: el comienzo del primer mensaje.' }),
  servidorId: z.uuid().nullable().default(null).meta({ title: 'Servidor de modelos' }),
  modelo: z
    .string()
    .trim()
    .max(200)
    .default('')
    .meta({ title: 'Modelo', description: 'Vacío: el del servidor.' }),
  colecciones: z
    .array(z.uuid())
    .max(MAX_COLECCIONES)
    .default([])
    .meta({ title: 'Colecciones', description: 'En ellas se buscan los pasajes que se dan al modelo.' }),
  contextos: z
    .array(z.uuid())
    .max(MAX_CONTEXTOS)
    .default([])
    .meta({ title: 'Contextos', description: 'Lo que se le dice al modelo antes de cada pregunta.' }),
})
export type Conversacion = z.infer<typeof conversacionSchema>

export const conversacionGuardadaSchema = z
  .strictObject({
    id: z.uuid(),
    clase: z.enum(CLASES_DE_CONVERSACION),
    /** The one that is talked with; null: it is with a model. */
    agente: z.strictObject({ id: z.uuid(), nombre: z.string() }).nullable(),
    ...conversacionSchema.shape,
    /** Messages of both sides. */
    mensajes: z.int(),
    /** Something is being answered now. */
    generando: z.boolean(),
    revision: z.int(),
    creadoEn: z.iso.datetime(),
    actualizadoEn: z.iso.datetime(),
  })
  .meta({ id: 'ConversacionGuardada' })
export type ConversacionGuardada = z.infer<typeof conversacionGuardadaSchema>

/** A servidor whose models can be talked to. */
export const servidorDeChatSchema = z
  .strictObject({
    id: z.uuid(),
    nombre: z.string(),
    tipoServidor: z.string(),
    activo: z.boolean(),
    /** The one that is asked where no other is chosen; empty: one must be. */
    modelo: z.string(),
    /** Those that look at pictures; `*`: all. */
    conImagenes: z.array(z.string()),
  })
  .meta({ id: 'ServidorDeChat' })
export type ServidorDeChat = z.infer<typeof servidorDeChatSchema>

/** By what the servidor says of its models. */
export function admiteImagenes(
  { modelo: usual, conImagenes }: Pick<ServidorDeChat, 'modelo' | 'conImagenes'>,
  modelo: string,
): boolean {
  return conImagenes.includes('*') || conImagenes.includes(modelo || usual)
}
