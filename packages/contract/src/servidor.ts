import { z } from 'zod'
import { FICHA } from './ficha.ts'
import { LIMITS } from './limits.ts'

/** The same for every type of server. Times in milliseconds. */
export const poolSchema = z
  .strictObject({
    min: z.int().min(0).max(1_000).default(0).meta({ title: 'Conexiones mínimas' }),
    max: z.int().min(1).max(1_000).default(10).meta({ title: 'Conexiones máximas' }),
    esperaMs: z.int().min(0).max(600_000).default(5_000).meta({ title: 'Espera por una conexión (ms)' }),
    inactividadMs: z
      .int()
      .min(1_000)
      .max(86_400_000)
      .default(30_000)
      .meta({ title: 'Cierre por inactividad (ms)' }),
    vidaMaximaMs: z
      .int()
      .min(1_000)
      .max(604_800_000)
      .default(1_800_000)
      .meta({ title: 'Vida máxima de una conexión (ms)' }),
  })
  .refine(({ min, max }) => min <= max, {
    path: ['min'],
    error: 'El mínimo no puede superar al máximo.',
  })
export type PoolSettings = z.infer<typeof poolSchema>

export const resilienciaSchema = z.strictObject({
  tiempoMaximoMs: z
    .int()
    .min(1)
    .max(3_600_000)
    .default(LIMITS.ejecucionMs)
    .meta({ title: 'Tiempo máximo de una llamada (ms)' }),
  /** After `umbral` failures in a row calls are refused for `reaperturaMs`; then one is let through. */
  cortacircuitos: z
    .strictObject({
      umbral: z.int().min(1).max(1_000).default(5).meta({ title: 'Fallos seguidos' }),
      reaperturaMs: z.int().min(100).max(3_600_000).default(10_000).meta({ title: 'Reapertura (ms)' }),
    })
    .prefault({}),
})
export type Resiliencia = z.infer<typeof resilienciaSchema>

/** `config` is checked by the type's own schema, which only the server knows. */
export const servidorSchema = z.strictObject({
  ...FICHA,
  tipoServidor: z.string().min(1).meta({ title: 'Tipo de servidor' }),
  activo: z.boolean().default(true).meta({ title: 'Activo' }),
  permitirRedPrivada: z.boolean().default(false).meta({ title: 'Permitir red privada' }),
  config: z.record(z.string(), z.unknown()).default({}),
  pool: poolSchema.prefault({}),
  resiliencia: resilienciaSchema.prefault({}),
})
export type Servidor = z.infer<typeof servidorSchema>
