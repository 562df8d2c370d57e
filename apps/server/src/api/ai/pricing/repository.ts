import type { Precio } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../../db/tables.ts'

/** Whether there is such a servidor; it stays until the transaction ends. */
export async function holdServidor(trx: Transaction<Database>, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('servidores')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Whether another price of the same model begins on the same day. */
export async function isTaken(
  trx: Transaction<Database>,
  { id, modelo, servidorId, desde }: Pick<Precio, 'modelo' | 'servidorId' | 'desde'> & { id: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from ai_precios
    where id <> ${id}::uuid and modelo = ${modelo} and desde = ${desde}
      and servidor_id is not distinct from ${servidorId}::uuid`.execute(trx)
  return rows.length > 0
}

export async function nameServidores(
  db: Kysely<Database>,
  rows: readonly Row<'aiPrecios'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ servidorId }) => servidorId ?? [])
  if (ids.length === 0) return new Map()
  const found = await db.selectFrom('servidores').select(['id', 'nombre']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id, nombre }) => [id, nombre]))
}
