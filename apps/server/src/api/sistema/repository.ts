import type { CanalProceso } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'

/** Assignments of all canales, in their order. */
export async function listCanalProcesos(
  db: Kysely<Database>,
  { limite, desde }: { limite: number; desde: number },
): Promise<{ rows: CanalProceso[]; total: number }> {
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
      'canalProcesos.etag',
    ])
    .orderBy('canales.nombre')
    .orderBy('canalProcesos.canalId')
    .orderBy('canalProcesos.orden')
    .limit(limite)
    .offset(desde)
    .execute()
  const { total } = await db
    .selectFrom('canalProcesos')
    .select((select) => select.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return {
    rows: rows.map(({ version, ...row }) => ({ ...row, version: version ?? 'publicada' })),
    total: Number(total),
  }
}
