import type { Tarea } from '@div/contract'
import type { Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'

export function toRow(tarea: Tarea) {
  return { ...tarea, entrada: JSON.stringify(tarea.entrada) }
}

/** Whether there is such a process; it stays until the transaction ends. */
export async function holdProceso(trx: Transaction<Database>, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('procesos')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}
