import { z } from 'zod'

export const pingSchema = z.strictObject({ ok: z.literal(true), momento: z.iso.datetime() })
export type Ping = z.infer<typeof pingSchema>
