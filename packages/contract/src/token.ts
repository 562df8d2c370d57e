import { z } from 'zod'
import { FICHA } from './ficha.ts'

/** What opens canales of access `token`. */
export const tokenSchema = z.strictObject({
  nombre: FICHA.nombre,
  canales: z.union([z.literal('todos'), z.array(z.uuid()).max(1_000)]).meta({ title: 'Canales' }),
  /** ISO 8601 with its zone; null: never. */
  expiraEn: z.iso.datetime({ offset: true }).nullable().default(null).meta({ title: 'Vence' }),
})
export type TokenInput = z.infer<typeof tokenSchema>
