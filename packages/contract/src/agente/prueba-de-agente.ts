import { z } from 'zod'
import { evaluadorSchema } from './evaluador.ts'

const resultadoDeEvaluadorSchema = z.strictObject({
  evaluador: evaluadorSchema,
  ok: z.boolean(),
  /** What was found instead, or what the judge says. */
  motivo: z.string(),
})

export const resultadoDeCasoDeAgenteSchema = z
  .strictObject({
    nombre: z.string(),
    mensaje: z.string(),
    ok: z.boolean(),
    respuesta: z.string(),
    /** Why there is no answer. */
    error: z.string().nullable(),
    evaluadores: z.array(resultadoDeEvaluadorSchema),
    /** The run, which shows what it did. */
    ejecucionId: z.uuid(),
    duracionMs: z.number(),
  })
  .meta({ id: 'ResultadoDeCasoDeAgente' })
export type ResultadoDeCasoDeAgente = z.infer<typeof resultadoDeCasoDeAgenteSchema>

/** All cases of an agente, run one after the other. */
export const pruebaDeAgenteSchema = z
  .strictObject({
    id: z.uuid(),
    agenteId: z.uuid(),
    /** Null: the draft. */
    version: z.int().nullable(),
    estado: z.enum(['ejecutando', 'terminada', 'interrumpida']),
    total: z.int(),
    aprobados: z.int(),
    casos: z.array(resultadoDeCasoDeAgenteSchema),
    usuario: z.string().nullable(),
    inicio: z.iso.datetime(),
    duracionMs: z.number().nullable(),
  })
  .meta({ id: 'PruebaDeAgente' })
export type PruebaDeAgente = z.infer<typeof pruebaDeAgenteSchema>
