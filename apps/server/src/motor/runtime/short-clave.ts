import { createHash } from 'node:crypto'

/** Characters of a key that may still be the root of others: what is added to it by one more call is at most as much again. */
const MAX_RAIZ = 128

/** What the keys of a called proceso begin with: each call within another one makes them longer, and targets take 255 characters. */
export function shortClave(clave: string): string {
  return clave.length <= MAX_RAIZ ? clave : createHash('sha256').update(clave).digest('hex')
}
