import { type Flujo, FlujoInvalido, type Hallazgo, hasPermission, type Role } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { type Dependencia, listDependencias } from '../usos/list-dependencias.ts'

/** What the flujo names and the role may not read: decided at save, publish and run alike (security rule 7). */
export async function findForbidden(db: Kysely<Database>, flujo: Flujo, role: Role): Promise<Hallazgo[]> {
  const dependencias = listDependencias(flujo)
  return [
    ...dependencias
      .filter(({ recurso }) => !hasPermission(role, `${recurso}.leer`))
      .map(({ recurso, nodo }) => ({
        nodo,
        campo: recurso,
        mensaje: `Su rol no tiene el permiso ${recurso}.leer, que este nodo necesita.`,
        gravedad: 'error' as const,
      })),
    ...(await findHidden(db, dependencias, role)),
  ]
}

/** Throws FlujoInvalido with what `findForbidden` finds. */
export async function refuseForbidden(db: Kysely<Database>, flujo: Flujo, role: Role): Promise<void> {
  const hallazgos = await findForbidden(db, flujo, role)
  if (hallazgos.length > 0) throw new FlujoInvalido({ cantidad: hallazgos.length }, { extra: { hallazgos } })
}

/** Of RAG collections each says which roles see it. */
export function isColeccionVisible(roles: readonly Role[], role: Role): boolean {
  return role === 'admin' || roles.includes(role)
}

/** A collection that the role does not see is none, as everywhere else. */
async function findHidden(
  db: Kysely<Database>,
  dependencias: readonly Dependencia[],
  role: Role,
): Promise<Hallazgo[]> {
  const named = dependencias.filter(({ recurso }) => recurso === 'rag')
  if (named.length === 0) return []
  const rows = await db
    .selectFrom('ragColecciones')
    .select(['nombre', 'roles'])
    .where(
      'nombre',
      'in',
      named.map(({ referencia }) => referencia),
    )
    .execute()
  const hidden = new Set(
    rows.filter(({ roles }) => !isColeccionVisible(roles, role)).map(({ nombre }) => nombre),
  )
  return named
    .filter(({ referencia }) => hidden.has(referencia))
    .map(({ nodo, referencia }) => ({
      nodo,
      campo: 'rag',
      mensaje: `No existe la colección «${referencia}».`,
      gravedad: 'error',
    }))
}
