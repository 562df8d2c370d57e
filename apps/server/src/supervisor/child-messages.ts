import { z } from 'zod'

/** What a process tells the supervisor of its start. */
export const childMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('div:ready'), puerto: z.number() }),
  z.object({ type: z.literal('div:failed'), mensaje: z.string() }),
])
export type ChildMessage = z.infer<typeof childMessageSchema>

/** The supervisor asks a process to finish what it does and end. */
export const STOP = { type: 'div:stop' } as const

export function isStop(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === STOP.type
}
