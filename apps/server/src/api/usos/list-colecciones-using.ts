import type { Uso } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'

/** The RAG collections whose vectors a servidor makes. */
export function listColeccionesUsing(db: Kysely<Database>, servidorId: string): Promise<Uso[]> {
  return db
    .selectFrom('ragColecciones')
    .select([sql<string>`'rag'`.as('recurso'), 'id', 'nombre'])
    .where('servidorId', '=', servidorId)
    .orderBy('nombre')
    .execute()
}

/** Adds to the counts of each servidor how many collections name it. */
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
