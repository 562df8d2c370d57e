import type { Uso } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Dependencia } from './list-dependencias.ts'

/**
 * The processes that name a thing in their draft, in the version that is published, or in a version that a canal is pinned to. Older
 * versions do not count: they would keep everything they ever named.
 */
export async function listProcesosUsing(
  db: Kysely<Database>,
  recurso: Dependencia['recurso'],
  referencia: string,
): Promise<Uso[]> {
  const rows = await db
    .selectFrom('procesoDependencias as dependencia')
    .innerJoin('procesos', 'procesos.id', 'dependencia.procesoId')
    .select(['procesos.id', 'procesos.nombre', 'dependencia.version', 'dependencia.nodo'])
    .where('dependencia.recurso', '=', recurso)
    .where('dependencia.referencia', '=', referencia)
    .where((where) =>
      where.or([
        where('dependencia.version', '=', 0),
        where('dependencia.version', '=', where.ref('procesos.versionPublicada')),
        where.exists(
          where
            .selectFrom('canalProcesos')
            .select('canalProcesos.canalId')
            .whereRef('canalProcesos.procesoId', '=', 'procesos.id')
            .whereRef('canalProcesos.version', '=', 'dependencia.version'),
        ),
      ]),
    )
    .orderBy('procesos.nombre')
    .orderBy('dependencia.version')
    .orderBy('dependencia.nodo')
    .execute()
  const byProceso = Map.groupBy(rows, ({ id }) => id)
  return [...byProceso.values()].flatMap((uses) => {
    const [first] = uses
    if (!first) return []
    const places = uses.map(
      ({ version, nodo }) => `${version === 0 ? 'borrador' : `versión ${version}`}, nodo ${nodo}`,
    )
    return [{ recurso: 'procesos', id: first.id, nombre: first.nombre, detalle: places.join('; ') }]
  })
}

/** How many processes `listProcesosUsing` would list for each of the things. */
export async function countProcesosUsing(
  db: Kysely<Database>,
  recurso: Dependencia['recurso'],
  referencias: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (referencias.length === 0) return new Map()
  const { rows } = await sql<{ referencia: string; total: number }>`
    select referencia, count(distinct proceso_id)::int as total
    from proceso_dependencias dependencia join procesos on procesos.id = dependencia.proceso_id
    where recurso = ${recurso} and referencia = any(${referencias}) and (
      dependencia.version = 0 or dependencia.version = version_publicada or exists (
        select from canal_procesos asignada
        where asignada.proceso_id = procesos.id and asignada.version = dependencia.version))
    group by referencia`.execute(db)
  return new Map(rows.map(({ referencia, total }) => [referencia, total]))
}

/** The same for things that formulas call by their name. */
export async function countUsosByNombre(
  db: Kysely<Database>,
  recurso: Dependencia['recurso'],
  rows: readonly { id: string; nombre: string }[],
): Promise<ReadonlyMap<string, number>> {
  const counts = await countProcesosUsing(
    db,
    recurso,
    rows.map(({ nombre }) => nombre),
  )
  return new Map(rows.map(({ id, nombre }) => [id, counts.get(nombre) ?? 0]))
}
