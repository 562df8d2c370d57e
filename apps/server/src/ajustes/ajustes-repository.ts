import type {
  Ajustes,
  AjustesAsincronos,
  AjustesDeAsistente,
  AjustesTrazas,
  Exportacion,
} from '@div/contract'
import { type Kysely, sql, type Transaction, type Updateable } from 'kysely'
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
  return update(trx, ajustes)
}

/** Those of the asynchronous pool, which are set at a place of their own. */
export function writeAsincronos(
  trx: Transaction<Database>,
  { asincronos, actualizadoPor }: { asincronos: AjustesAsincronos; actualizadoPor: string },
): Promise<StoredAjustes> {
  return update(trx, { asincronos: JSON.stringify(asincronos), actualizadoPor })
}

/** Those of the traces, likewise. */
export function writeTrazas(
  trx: Transaction<Database>,
  {
    trazas,
    exportacion,
    actualizadoPor,
  }: { trazas: AjustesTrazas; exportacion?: Exportacion | null; actualizadoPor: string },
): Promise<StoredAjustes> {
  return update(trx, {
    trazas: JSON.stringify(trazas),
    // Copies hold none: it belongs to where it is used.
    ...(exportacion !== undefined && { exportacion: exportacion && JSON.stringify(exportacion) }),
    actualizadoPor,
  })
}

/** Whose model the assistant asks, likewise. */
export function writeAsistente(
  trx: Transaction<Database>,
  { servidorId, modelo, actualizadoPor }: AjustesDeAsistente & { actualizadoPor: string },
): Promise<StoredAjustes> {
  return update(trx, { asistenteServidorId: servidorId, asistenteModelo: modelo, actualizadoPor })
}

function update(
  trx: Transaction<Database>,
  changes: Updateable<Database['configuracion']>,
): Promise<StoredAjustes> {
  return trx
    .updateTable('configuracion')
    .set({ ...changes, revision: sql`revision + 1`, actualizadoEn: sql`clock_timestamp()` })
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
