import type { Uso } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'

/**
 * The processes that name a thing in their draft, in the version that is published, or in a version that a canal is pinned to. Older
 * versions do not count: they would keep everything they ever named.
 */
export async function listProcesosUsing(
  db: Kysely<Database>,
  recurso: 'servidores' | 'procesos' | 'parametros' | 'tablas' | 'consecutivos',
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
