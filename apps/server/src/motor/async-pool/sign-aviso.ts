import { createHmac } from 'node:crypto'

/**
 * Headers by which whoever is told knows that it was us, and that a repeat is one: id, time and body together under a shared secret
 * (Standard Webhooks 1.0.0, «Signature scheme», symmetric; the secret's own bytes are the key).
 */
export function signAviso(
  { id, segundos, cuerpo }: { id: string; segundos: number; cuerpo: string },
  secreto: string,
): Record<string, string> {
  const signature = createHmac('sha256', secreto).update(`${id}.${segundos}.${cuerpo}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(segundos),
    'webhook-signature': `v1,${signature}`,
  }
}
