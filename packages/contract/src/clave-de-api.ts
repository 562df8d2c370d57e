import { z } from 'zod'
import { FICHA } from './ficha.ts'

/** In days: a key that nobody renews ends. */
export const CLAVE_DE_API_MAX_DIAS = 366
export const CLAVES_DE_API_MAX = 50

/** What a program calls the administration API with in the name of a user, as that user may. */
export const claveDeApiSchema = z.strictObject({
  nombre: FICHA.nombre,
  /** ISO 8601 with its zone. */
  expiraEn: z.iso.datetime({ offset: true }).meta({ title: 'Vence' }),
})
export type ClaveDeApi = z.infer<typeof claveDeApiSchema>

export const claveDeApiGuardadaSchema = claveDeApiSchema
  .extend({
    id: z.uuid(),
    /** How it begins, so that a person can tell keys apart. */
    prefijo: z.string(),
    creadoEn: z.iso.datetime(),
    ultimoUso: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ClaveDeApiGuardada' })
export type ClaveDeApiGuardada = z.infer<typeof claveDeApiGuardadaSchema>

/** Only where it is made: the key itself, shown once. */
export const claveDeApiEmitidaSchema = claveDeApiGuardadaSchema
  .extend({ clave: z.string() })
  .meta({ id: 'ClaveDeApiEmitida' })
export type ClaveDeApiEmitida = z.infer<typeof claveDeApiEmitidaSchema>
