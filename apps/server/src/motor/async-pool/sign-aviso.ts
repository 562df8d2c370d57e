import { createHmac } from 'node:crypto'

/** How libraries of Standard Webhooks write a secret down: the key follows as base64. */
const ENCODED = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/

/**
 * Headers by which whoever is told knows that it was us, and that a repeat is one: id, time and body together under a shared secret
 * (Standard Webhooks 1.0.0, «Signature scheme», symmetric).
 */
export function signAviso(
  { id, segundos, cuerpo }: { id: string; segundos: number; cuerpo: string },
  secreto: string,
): Record<string, string> {
  const signature = createHmac('sha256', keyOf(secreto))
    .update(`${id}.${segundos}.${cuerpo}`)
    .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(segundos),
    'webhook-signature': `v1,${signature}`,
  }
}

/** A secret that is written in no such way is the key itself. */
function keyOf(secreto: string): Buffer {
  const [, encoded] = ENCODED.exec(secreto) ?? []
  return encoded ? Buffer.from(encoded, 'base64') : Buffer.from(secreto)
}
