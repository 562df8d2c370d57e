import type { Role, Uso } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { isColeccionVisible } from '../access/find-forbidden.ts'

/** The RAG collections whose vectors a servidor makes, as far as the role is told of them. */
export async function listColeccionesUsing(
  db: Kysely<Database>,
  servidorId: string,
  role: Role,
): Promise<Uso[]> {
  const rows = await db
    .selectFrom('ragColecciones')
    .select(['id', 'nombre', 'roles'])
    .where('servidorId', '=', servidorId)
    .orderBy('nombre')
    .execute()
  return rows
    .filter(({ roles }) => isColeccionVisible(roles, role))
    .map(({ id, nombre }) => ({ recurso: 'rag', id, nombre }))
}

/** Adds to the counts of each servidor how many collections name it, whoever is told of them. */
export async function addColeccionesUsing(
  db: Kysely<Database>,
  ids: readonly string[],
  counts: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; total: number }>`
    select servidor_id::text as id, count(*)::int as total from rag_colecciones
    where servidor_id = any(${ids}::uuid[]) group by 1`.execute(db)
  const sums = new Map(counts)
  for (const { id, total } of rows) sums.set(id, (sums.get(id) ?? 0) + total)
  return sums
}
