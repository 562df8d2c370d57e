import type { ClipboardPayload } from '@div/contract'
import { z } from 'zod'

/** Beside the payload, whose fields are given: in which proceso it was copied. */
const KEY = 'lienzo:parametros-proceso'

const originSchema = z.object({ procesoId: z.string(), timestamp: z.number() })

export function writeOrigin(origin: z.infer<typeof originSchema>): void {
  localStorage.setItem(KEY, JSON.stringify(origin))
}

/** Whether it was copied in this proceso. What nobody knows the origin of was not. */
export function isFrom(procesoId: string, { timestamp }: Pick<ClipboardPayload, 'timestamp'>): boolean {
  try {
    const { data } = originSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
    return data?.procesoId === procesoId && data.timestamp === timestamp
  } catch {
    // Another program wrote there.
    return false
  }
}
