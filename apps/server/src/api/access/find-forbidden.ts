import { type Flujo, FlujoInvalido, type Hallazgo, hasPermission, type Role } from '@div/contract'
import { listDependencias } from '../usos/list-dependencias.ts'

/** What the flujo names and the role may not read: decided at save, publish and run alike (security rule 7). */
export function findForbidden(flujo: Flujo, role: Role): Hallazgo[] {
  return listDependencias(flujo)
    .filter(({ recurso }) => !hasPermission(role, `${recurso}.leer`))
    .map(({ recurso, nodo }) => ({
      nodo,
      campo: recurso,
      mensaje: `Su rol no tiene el permiso ${recurso}.leer, que este nodo necesita.`,
      gravedad: 'error',
    }))
}

/** Throws FlujoInvalido with what `findForbidden` finds. */
export function refuseForbidden(flujo: Flujo, role: Role): void {
  const hallazgos = findForbidden(flujo, role)
  if (hallazgos.length > 0) throw new FlujoInvalido({ cantidad: hallazgos.length }, { extra: { hallazgos } })
}
