import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'

/** Every assignment of every canal, in their order. */
export async function listCanalProcesos(db: Kysely<Database>) {
  const rows = await db
    .selectFrom('canalProcesos')
    .innerJoin('canales', 'canales.id', 'canalProcesos.canalId')
    .innerJoin('procesos', 'procesos.id', 'canalProcesos.procesoId')
    .select([
      'canalProcesos.canalId',
      'canales.nombre as canal',
      'canales.tipo',
      'canales.ruta as rutaCanal',
      'canales.activo',
      'canalProcesos.procesoId',
      'procesos.nombre as proceso',
      'canalProcesos.version',
      'canalProcesos.metodo',
      'canalProcesos.ruta',
      'canalProcesos.operacion',
    ])
    .orderBy('canales.nombre')
    .orderBy('canalProcesos.orden')
    .execute()
  return rows.map(({ version, ...row }) => ({ ...row, version: version ?? 'publicada' }))
}

/** Undefined: there is no such canal. */
export function findCanal(db: Kysely<Database>, id: string): Promise<{ ruta: string } | undefined> {
  return db.selectFrom('canales').select('ruta').where('id', '=', id).executeTakeFirst()
}
