import { createHash } from 'node:crypto'
import { z } from 'zod'

/** Of a server's public key, as OpenSSH writes it. */
export function huellaOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}

export const huellaSchema = z
  .string()
  .trim()
  .regex(
    /^(?:SHA256:[A-Za-z0-9+/]{43}(?:[\s,]+|$))*$/,
    'Escriba SHA256: y 43 caracteres, como ssh-keygen -l.',
  )
  .max(1_000)
  .default('')
  .meta({
    title: 'Huella del servidor',
    description:
      'Si falta, la prueba de conexión la muestra: compruébela con quien lo administra. Admite varias.',
    examples: ['SHA256:uNiVztksCsDhcc0u9e8BrXJcV5Zk8vm0jfQSMH/NjqE'],
  })

export function isKnown(huella: string, huellas: string): boolean {
  return huellas.split(/[\s,]+/).includes(huella)
}
