import type { Flujo } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'

/** Undefined: there is no such canal. */
export function findCanal(
  db: Kysely<Database>,
  id: string,
): Promise<Pick<Row<'canales'>, 'tipo' | 'ruta'> | undefined> {
  return db.selectFrom('canales').select(['tipo', 'ruta']).where('id', '=', id).executeTakeFirst()
}

/** What answers to an operation of a canal; undefined: nothing published does. */
export function findOperacion(
  db: Kysely<Database>,
  { canalId, operacion }: { canalId: string; operacion: string },
): Promise<{ ruta: string; flujo: Flujo } | undefined> {
  return db
    .selectFrom('canalProcesos')
    .innerJoin('canales', 'canales.id', 'canalProcesos.canalId')
    .innerJoin('procesos', 'procesos.id', 'canalProcesos.procesoId')
    .innerJoin('procesoVersiones', (join) =>
      join
        .onRef('procesoVersiones.procesoId', '=', 'procesos.id')
        .on(({ eb, fn, ref }) =>
          eb(
            'procesoVersiones.version',
            '=',
            fn.coalesce(ref('canalProcesos.version'), ref('procesos.versionPublicada')),
          ),
        ),
    )
    .select(['canales.ruta', 'procesoVersiones.flujo'])
    .where('canales.id', '=', canalId)
    .where('canales.tipo', '=', 'SOAP')
    .where('canalProcesos.operacion', '=', operacion)
    .executeTakeFirst()
}
