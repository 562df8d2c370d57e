import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'

/** After so long nobody goes on with the document that they were for. */
const DROP_AFTER = '7 days'

interface DeUnTexto {
  huella: Buffer
}

/** The vectors of these passages that were paid for already, by their huella in hexadecimal. */
export async function findPagados(
  db: Kysely<Database>,
  coleccionId: string,
  pasajes: readonly DeUnTexto[],
): Promise<Map<string, Buffer>> {
  const rows = await db
    .selectFrom('ragVectoresPagados')
    .select(['huella', 'vector'])
    .where('coleccionId', '=', coleccionId)
    .where(sql<boolean>`huella = any(${pasajes.map(({ huella }) => huella)}::bytea[])`)
    .execute()
  return new Map(rows.map(({ huella, vector }) => [huella.toString('hex'), vector]))
}

export async function keepPagados(
  db: Kysely<Database>,
  coleccionId: string,
  pagados: readonly (DeUnTexto & { vector: Buffer })[],
): Promise<void> {
  await db
    .insertInto('ragVectoresPagados')
    .values(pagados.map(({ huella, vector }) => ({ coleccionId, huella, vector })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** They stand with their passages now. */
export async function dropPagados(
  trx: Transaction<Database>,
  coleccionId: string,
  pasajes: readonly DeUnTexto[],
): Promise<void> {
  await sql`
    delete from rag_vectores_pagados where coleccion_id = ${coleccionId}::uuid and (
      huella = any(${pasajes.map(({ huella }) => huella)}::bytea[])
      or guardado_en < clock_timestamp() - ${DROP_AFTER}::interval)`.execute(trx)
}
