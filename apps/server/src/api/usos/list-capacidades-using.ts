import type { Uso } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'

type Column = 'procesoId' | 'tablaId' | 'coleccionId' | 'servidorId'

/** What an artificial intelligence may do with a thing. */
export async function listCapacidadesUsing(db: Kysely<Database>, column: Column, id: string): Promise<Uso[]> {
  const rows = await db
    .selectFrom('aiCapabilities')
    .select(['id', 'nombre'])
    .where(column, '=', id)
    .orderBy('nombre')
    .execute()
  return rows.map((row) => ({ recurso: 'ai-capabilities', ...row }))
}

/** Adds to the counts of each thing how many capabilities use it. */
export async function addCapacidadesUsing(
  db: Kysely<Database>,
  column: Column,
  ids: readonly string[],
  counts: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; total: number }>`
    select ${sql.ref(column)}::text as id, count(*)::int as total from ai_capabilities
    where ${sql.ref(column)} = any(${ids}::uuid[]) group by 1`.execute(db)
  const sums = new Map(counts)
  for (const { id, total } of rows) sums.set(id, (sums.get(id) ?? 0) + total)
  return sums
}
