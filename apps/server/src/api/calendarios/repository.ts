import type { Calendario, Uso } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'

export function toRow({ festivos, ...calendario }: Calendario) {
  return { ...calendario, festivos: JSON.stringify(festivos) }
}

/** The tareas that keep to it. */
export function listUsos(db: Kysely<Database>, { id }: Row<'calendarios'>): Promise<Uso[]> {
  return db
    .selectFrom('tareasProgramadas')
    .select([sql<string>`'tareas-programadas'`.as('recurso'), 'id', 'nombre'])
    .where('calendarioId', '=', id)
    .orderBy('nombre')
    .execute()
}

export async function countUsos(
  db: Kysely<Database>,
  rows: readonly Row<'calendarios'>[],
): Promise<ReadonlyMap<string, number>> {
  const ids = rows.map(({ id }) => id)
  const { rows: counted } = await sql<{ id: string; total: number }>`
    select calendario_id::text as id, count(*)::int as total from tareas_programadas
    where calendario_id = any(${ids}::uuid[]) group by 1`.execute(db)
  return new Map(counted.map(({ id, total }) => [id, total]))
}
