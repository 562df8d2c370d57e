import type { Role, Uso } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { isColeccionVisible } from '../access/find-forbidden.ts'

/** The RAG collections whose vectors a servidor makes, or whose documents are its rows, as far as the role is told of them. */
export async function listColeccionesUsing(
  db: Kysely<Database>,
  servidorId: string,
  role: Role,
): Promise<Uso[]> {
  const rows = await db
    .selectFrom('ragColecciones')
    .select(['id', 'nombre', 'roles'])
    .where((where) =>
      where.or([
        where('servidorId', '=', servidorId),
        where.exists(
          where
            .selectFrom('ragFuentes')
            .select('ragFuentes.id')
            .whereRef('ragFuentes.coleccionId', '=', 'ragColecciones.id')
            .where('ragFuentes.servidorId', '=', servidorId),
        ),
      ]),
    )
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
    select servidor_id::text as id, count(distinct coleccion_id)::int as total from (
      select id as coleccion_id, servidor_id from rag_colecciones
      union all select coleccion_id, servidor_id from rag_fuentes) as nombrado
    where servidor_id = any(${ids}::uuid[]) group by 1`.execute(db)
  const sums = new Map(counts)
  for (const { id, total } of rows) sums.set(id, (sums.get(id) ?? 0) + total)
  return sums
}
