import { type Aviso, DatosInvalidos, PASSWORD_MIN, SECRETO_MIN } from '@div/contract'
import { isRecord } from './secret-fields.ts'
import type { Secretos } from './secretos.ts'

/* A secret that a person gives once: it is shown as a mask, and the mask that comes back keeps what is stored. */

export const DEFINIDO = { definido: true } as const
/** Stands for a stored secret in what a form sends back; NUL can stand in no text that a request holds. */
const KEPT = '\0'.repeat(Math.max(PASSWORD_MIN, SECRETO_MIN))

/** The mask of a secret, or its absence, becomes the mark that keeps the stored one. */
export function keepMask(part: Record<string, unknown>, name: string): Record<string, unknown> {
  return typeof part[name] === 'string' ? part : { ...part, [name]: KEPT }
}

interface Sealing<Stored> {
  id: string
  /** What is stored. */
  before: Stored
  campo: string
  secretos: Pick<Secretos, 'seal'>
}

/** Throws DatosInvalidos where a secret is to be kept and none is stored. */
export function sealGiven(secret: string, { id, before, campo, secretos }: Sealing<unknown>): string {
  if (secret !== KEPT) return secretos.seal(id, secret)
  if (typeof before === 'string') return before
  throw new DatosInvalidos(undefined, { errores: [{ campo, mensaje: 'Falta este dato.' }] })
}

export function sealAviso(aviso: Aviso | null, sealing: Sealing<Aviso | null>): Aviso | null {
  const { before, campo } = sealing
  return (
    aviso && {
      ...aviso,
      secreto: sealGiven(aviso.secreto, { ...sealing, before: before?.secreto, campo: `${campo}.secreto` }),
    }
  )
}

export function openAviso(id: string, aviso: Aviso | null, secretos: Pick<Secretos, 'open'>): Aviso | null {
  return aviso && { ...aviso, secreto: secretos.open(id, aviso.secreto) }
}

/** As it is shown. */
export function maskAviso(aviso: Aviso | null) {
  return aviso && { ...aviso, secreto: DEFINIDO }
}

/** As it is shown to who may not edit it: the rest of the address may be what lets one write there. */
export function hideAddress(aviso: unknown): unknown {
  return isRecord(aviso) ? { ...aviso, url: `${new URL(String(aviso.url)).origin}/…` } : aviso
}
