import { createHash } from 'node:crypto'
import type { AsignacionGuardada } from '@div/contract'

/** Of all assignments of a canal: the same while they are. What they tell of their procesos is not part of it. */
export function revisionOf(asignaciones: readonly AsignacionGuardada[]): string {
  const assigned = asignaciones.map(({ procesoId, version, metodo, ruta, operacion, etag }) => [
    procesoId,
    version,
    metodo,
    ruta,
    operacion,
    etag,
  ])
  return createHash('sha256').update(JSON.stringify(assigned)).digest('base64url').slice(0, 22)
}
