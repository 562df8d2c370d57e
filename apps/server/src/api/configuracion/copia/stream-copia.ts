import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../db/tables.ts'
import type { Secretos } from '../../../secretos/secretos.ts'
import { listRegistros } from './list-registros.ts'
import { CONTENIDO, type Registro } from './registros.ts'

/** What stands at one moment, whatever is changed meanwhile. */
export async function* streamCopia(
  db: Kysely<Database>,
  { secretos, creada, version }: { secretos: Secretos; creada: string; version: string },
): AsyncGenerator<Registro> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    // It stands still while whoever gets the copy is slow to take it, or is asked where to put it.
    await sql`set local idle_in_transaction_session_timeout = '15min'`.execute(trx)
    yield { tipo: 'copia', contenido: CONTENIDO, creada, version }
    yield* listRegistros(trx, { secretos, conFilas: true })
  } finally {
    await trx.rollback().execute()
  }
}
