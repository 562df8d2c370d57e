import { z } from 'zod'

/** What a process tells the supervisor. */
export const childMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('div:ready'), puerto: z.number() }),
  z.object({ type: z.literal('div:failed'), mensaje: z.string() }),
  /** An admin asks the node to start its workers anew, for the time that the number says. */
  z.object({ type: z.literal('div:restart'), reinicios: z.number() }),
])
export type ChildMessage = z.infer<typeof childMessageSchema>

const stopSchema = z.object({
  type: z.literal('div:stop'),
  /** So long it answers new callers still, and sends all of them elsewhere. */
  retiradaMs: z.number(),
  /** Others answer on its port: balancers need not know. */
  isReady: z.boolean(),
})
export type Stop = Omit<z.infer<typeof stopSchema>, 'type'>

/** The supervisor asks a process to finish what it does and end. */
export const stopMessage = (stop: Stop): z.infer<typeof stopSchema> => ({ type: 'div:stop', ...stop })

/** Null: it is another message. */
export function readStop(message: unknown): Stop | null {
  return stopSchema.safeParse(message).data ?? null
}
