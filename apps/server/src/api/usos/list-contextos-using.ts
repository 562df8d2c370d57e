import type { Role, Uso } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { isColeccionVisible } from '../access/find-forbidden.ts'

export type FuenteDeContexto = 'parametroId' | 'tablaId' | 'servidorId'

/** The contexts that are read from a thing, as far as the role sees them. */
export async function listContextosUsing(
  db: Kysely<Database>,
  { fuente, id: named, role }: { fuente: FuenteDeContexto; id: string; role: Role },
): Promise<Uso[]> {
  const rows = await db
    .selectFrom('aiContextos')
    .innerJoin('aiContextoFuentes', 'aiContextoFuentes.contextoId', 'aiContextos.id')
    .select(['aiContextos.id', 'nombre', 'roles'])
    .where(fuente, '=', named)
    .orderBy('nombre')
    .execute()
  return rows
    .filter(({ roles }) => isColeccionVisible(roles, role))
    .map(({ id, nombre }) => ({ recurso: 'ai-contexts', id, nombre }))
}

/** Adds to the counts of each thing how many contexts are read from it, whoever sees them. */
export async function addContextosUsing(
  db: Kysely<Database>,
  { fuente, ids }: { fuente: FuenteDeContexto; ids: readonly string[] },
  counts: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const column = sql.ref(fuente)
  const { rows } = await sql<{ id: string; total: number }>`
    select ${column}::text as id, count(*)::int as total from ai_contexto_fuentes
    where ${column} = any(${ids}::uuid[]) group by 1`.execute(db)
  const sums = new Map(counts)
  for (const { id, total } of rows) sums.set(id, (sums.get(id) ?? 0) + total)
  return sums
}
