import { type Canal, canalSchema, DatosInvalidos, PASSWORD_MIN, SECRETO_MIN } from '@div/contract'
import type { Row } from '../db/tables.ts'
import { isRecord } from './secret-fields.ts'
import type { Secretos } from './secretos.ts'

/** The parts of a canal that hold secrets. */
type SecretParts = Pick<Canal, 'acceso' | 'aviso'>
type SealedParts = Pick<Row<'canales'>, 'acceso' | 'aviso'>

const DEFINIDO = { definido: true }
/** Stands for a stored secret in what a form sends back; NUL can stand in no text that a request holds. */
const KEPT = '\0'.repeat(Math.max(PASSWORD_MIN, SECRETO_MIN))

/** The mask of a secret, or its absence, becomes the mark that keeps the stored one. */
export function keepMasks(body: unknown): unknown {
  if (!isRecord(body)) return body
  const { acceso, aviso } = body
  return {
    ...body,
    ...(isRecord(acceso) && acceso.tipo === 'basico' && { acceso: keepMask(acceso, 'contrasena') }),
    ...(isRecord(aviso) && { aviso: keepMask(aviso, 'secreto') }),
  }
}

function keepMask(part: Record<string, unknown>, name: string): Record<string, unknown> {
  return typeof part[name] === 'string' ? part : { ...part, [name]: KEPT }
}

/** Throws DatosInvalidos where a secret is to be kept and none is stored. */
export function sealParts(
  { acceso, aviso }: SecretParts,
  { id, before, secretos }: { id: string; before: SealedParts | undefined; secretos: Secretos },
): SealedParts {
  const seal = (secret: string, stored: unknown, campo: string): string => {
    if (secret !== KEPT) return secretos.seal(id, secret)
    if (typeof stored === 'string') return stored
    throw new DatosInvalidos(undefined, { errores: [{ campo, mensaje: 'Falta este dato.' }] })
  }
  return {
    acceso:
      acceso.tipo === 'basico'
        ? {
            ...acceso,
            contrasena: seal(acceso.contrasena, before?.acceso.contrasena, 'acceso.contrasena'),
          }
        : acceso,
    aviso: aviso && { ...aviso, secreto: seal(aviso.secreto, before?.aviso?.secreto, 'aviso.secreto') },
  }
}

export function openParts(id: string, { acceso, aviso }: SealedParts, secretos: Secretos): SealedParts {
  const opened = secretos.openConfig(canalSchema.shape.acceso, id, acceso)
  return { acceso: opened, aviso: aviso && { ...aviso, secreto: secretos.open(id, aviso.secreto) } }
}

/** As they are shown. */
export function maskParts({ acceso, aviso }: SealedParts) {
  return {
    acceso: 'contrasena' in acceso ? { ...acceso, contrasena: DEFINIDO } : acceso,
    aviso: aviso && { ...aviso, secreto: DEFINIDO },
  }
}
