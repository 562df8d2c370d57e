import { sql, type Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Dependencia } from './list-dependencias.ts'

/** The number that stands for the draft among the versions of a process. */
export const BORRADOR = 0

/** Writes down what a draft or version names, in place of what was there. */
export async function replaceDependencias(
  trx: Transaction<Database>,
  {
    procesoId,
    version,
    dependencias,
  }: { procesoId: string; version: number; dependencias: readonly Dependencia[] },
): Promise<void> {
  await trx
    .deleteFrom('procesoDependencias')
    .where('procesoId', '=', procesoId)
    .where('version', '=', version)
    .execute()
  if (dependencias.length === 0) return
  // As one array: a flujo may name more things than a statement may have parameters.
  await sql`
    insert into proceso_dependencias (proceso_id, version, recurso, referencia, nodo)
    select ${procesoId}::uuid, ${version}::int, recurso, referencia, nodo
    from jsonb_to_recordset(${JSON.stringify(dependencias)}::jsonb) as nueva (recurso text, referencia text, nodo text)
    on conflict do nothing`.execute(trx)
}
