import { z } from 'zod'

export const pingSchema = z.strictObject({ ok: z.literal(true), momento: z.iso.datetime() })
export type Ping = z.infer<typeof pingSchema>

/** What a call answered, as the test client shows it. */
export const respuestaMostradaSchema = z
  .strictObject({
    estado: z.int(),
    cabeceras: z.record(z.string(), z.string()),
    cuerpo: z.string(),
    /** `base64` when the body is not text. */
    codificacion: z.enum(['texto', 'base64']),
    duracionMs: z.number(),
  })
  .meta({ id: 'RespuestaMostrada' })
export type RespuestaMostrada = z.infer<typeof respuestaMostradaSchema>
