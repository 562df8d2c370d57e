import type { Uso } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'

/** The tareas that begin with events of a servidor. */
export async function listTareasUsing(db: Kysely<Database>, servidorId: string): Promise<Uso[]> {
  const { rows } = await sql<Uso>`
    select 'tareas-programadas' as recurso, id::text, nombre from tareas_programadas
    where evento ->> 'servidorId' = ${servidorId} order by nombre`.execute(db)
  return rows
}

/** Adds to the counts of each servidor how many tareas begin with its events. */
export async function addTareasUsing(
  db: Kysely<Database>,
  ids: readonly string[],
  counts: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; total: number }>`
    select evento ->> 'servidorId' as id, count(*)::int as total from tareas_programadas
    where evento ->> 'servidorId' = any(${ids}::text[]) group by 1`.execute(db)
  const sums = new Map(counts)
  for (const { id, total } of rows) sums.set(id, (sums.get(id) ?? 0) + total)
  return sums
}
