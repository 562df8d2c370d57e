import { z } from 'zod'

/** Who makes a call to a model, as far as whoever begins it says; the proceso, canal and run are found out. */
export interface Consumidor {
  usuarioId?: string
  agente?: string
  /** Of a conversation, for which it is made. */
  mensajeId?: string
}

/** `vencido`: nobody said how it ended, and it counts as the most that it may have cost. */
export const ESTADOS_DE_CONSUMO = ['reservado', 'liquidado', 'liberado', 'vencido'] as const
export type EstadoDeConsumo = (typeof ESTADOS_DE_CONSUMO)[number]

/** One call to a model in the ledger. */
export const consumoSchema = z
  .strictObject({
    id: z.uuid(),
    momento: z.iso.datetime(),
    estado: z.enum(ESTADOS_DE_CONSUMO),
    modelo: z.string(),
    servidor: z.string().nullable(),
    clase: z.enum(['texto', 'vectores']),
    entrada: z.int(),
    cacheada: z.int(),
    salida: z.int(),
    /** A decimal text; null: the model has no price. */
    importe: z.string().nullable(),
    moneda: z.string().nullable(),
    usuario: z.string().nullable(),
    agente: z.string().nullable(),
    proceso: z.string().nullable(),
    canal: z.string().nullable(),
    ejecucionId: z.uuid().nullable(),
  })
  .meta({ id: 'Consumo' })
export type Consumo = z.infer<typeof consumoSchema>

/** What the ledger can be added up by. */
export const GRUPOS_DE_CONSUMO = ['dia', 'modelo', 'usuario', 'agente', 'proceso'] as const
export type GrupoDeConsumo = (typeof GRUPOS_DE_CONSUMO)[number]

/** Calls that have something in common, added up. */
export const consumoAgrupadoSchema = z
  .strictObject({
    /** The day, the model, or an id; null: of nobody. */
    clave: z.string().nullable(),
    nombre: z.string().nullable(),
    /** Of a model: whose it is. Null: of something else, or of one that is gone. */
    servidor: z.string().nullable(),
    moneda: z.string().nullable(),
    importe: z.string(),
    llamadas: z.int(),
    tokens: z.int(),
  })
  .meta({ id: 'ConsumoAgrupado' })
export type ConsumoAgrupado = z.infer<typeof consumoAgrupadoSchema>
