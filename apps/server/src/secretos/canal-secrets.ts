import { type Canal, canalSchema } from '@div/contract'
import type { Row } from '../db/tables.ts'
import { DEFINIDO, keepMask, maskAviso, openAviso, sealAviso, sealGiven } from './given-secret.ts'
import { isRecord } from './secret-fields.ts'
import type { Secretos } from './secretos.ts'

/** The parts of a canal that hold secrets. */
type SecretParts = Pick<Canal, 'acceso' | 'aviso'>
type SealedParts = Pick<Row<'canales'>, 'acceso' | 'aviso'>

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

/** Throws DatosInvalidos where a secret is to be kept and none is stored. */
export function sealParts(
  { acceso, aviso }: SecretParts,
  { id, before, secretos }: { id: string; before: SealedParts | undefined; secretos: Secretos },
): SealedParts {
  return {
    acceso:
      acceso.tipo === 'basico'
        ? {
            ...acceso,
            contrasena: sealGiven(acceso.contrasena, {
              id,
              before: before?.acceso.contrasena,
              campo: 'acceso.contrasena',
              secretos,
            }),
          }
        : acceso,
    aviso: sealAviso(aviso, { id, before: before?.aviso ?? null, campo: 'aviso', secretos }),
  }
}

export function openParts(id: string, { acceso, aviso }: SealedParts, secretos: Secretos): SealedParts {
  const opened = secretos.openConfig(canalSchema.shape.acceso, id, acceso)
  return { acceso: opened, aviso: openAviso(id, aviso, secretos) }
}

/** As they are shown. */
export function maskParts({ acceso, aviso }: SealedParts) {
  return {
    acceso: 'contrasena' in acceso ? { ...acceso, contrasena: DEFINIDO } : acceso,
    aviso: maskAviso(aviso),
  }
}
