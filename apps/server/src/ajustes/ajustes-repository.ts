import type { Ajustes } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../db/tables.ts'

/** The product settings that an admin changes while it runs: one row, which is always there. */

export type StoredAjustes = Row<'configuracion'>

/** Read at every use, so that a change is everywhere at once. */
export function readAjustes(db: Kysely<Database>): Promise<StoredAjustes> {
  return db.selectFrom('configuracion').selectAll().executeTakeFirstOrThrow()
}

/** The same, held until the transaction ends. */
export function holdAjustes(trx: Transaction<Database>): Promise<StoredAjustes> {
  return trx.selectFrom('configuracion').selectAll().forUpdate().executeTakeFirstOrThrow()
}

export function writeAjustes(
  trx: Transaction<Database>,
  ajustes: Ajustes & { actualizadoPor: string },
): Promise<StoredAjustes> {
  return trx
    .updateTable('configuracion')
    .set({ ...ajustes, revision: sql`revision + 1`, actualizadoEn: sql`clock_timestamp()` })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function ajustesOf({
  urlBase,
  urlTrazabilidad,
  historialDias,
  avisoTokensDias,
}: StoredAjustes): Ajustes {
  return { urlBase, urlTrazabilidad, historialDias, avisoTokensDias }
}
